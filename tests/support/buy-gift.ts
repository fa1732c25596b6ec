import { expect, type Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { fillCart, toPaymentStep } from './e2e-order.ts';

/** A guest orders one piece as a gift; ends on the page of the order. */
export async function buyGift(page: Page, note: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await fillCart(page);
  await toPaymentStep(page, { pincode: '500003', email: `gift-${Date.now()}@example.in` });
  await page.goto('/checkout?step=delivery');
  await page.getByRole('radio', { name: /^Gift wrap/ }).check();
  await page.getByLabel('Note in the gift').fill(note);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await expect(summary.locator('dl > div', { hasText: 'Gift wrap' })).toContainText('₹49.00');
  await page.getByRole('radio', { name: /Cash on delivery/ }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.getByText(`Gift wrap, with the note: ${note}`)).toBeVisible();
}
