import { expect, type Page } from '@playwright/test';
import { fillCart, toPaymentStep } from './e2e-order.ts';

/** Orders one piece as a gift, as a guest. Afterwards, the page shows the order. */
export async function buyGift(page: Page, note: string): Promise<void> {
  await fillCart(page);
  await toPaymentStep(page, { pincode: '500003', email: `gift-${Date.now()}@example.in` });
  await page.goto('/checkout?step=delivery');
  await page.getByRole('radio', { name: /^Gift wrap/ }).check();
  await page.getByLabel('Note in the gift').fill(note);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  const summary = page.getByRole('complementary', { name: 'Your order' });
  await expect(summary.locator('dl > div', { hasText: 'Gift wrap' })).toContainText('₹49.00');
  await page.getByRole('radio', { name: /Cash on delivery/ }).check();
  await page.getByRole('button', { name: /^Place order/ }).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.getByText(`Gift wrap, with the note: ${note}`)).toBeVisible();
}

/** Puts an outfit into the cart, starting from the page of one of its parts. */
export async function addOutfitToCart(page: Page): Promise<void> {
  await page.goto('/products/rapti-linen-tapered-trousers');
  await page.getByRole('link', { name: /Part of the outfit/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery afternoon');
  for (const part of await page.getByRole('main').getByRole('combobox').all()) {
    const option = part.locator('option:not([disabled])').nth(1);
    await part.selectOption((await option.getAttribute('value')) ?? '');
  }
  await page.getByRole('button', { name: 'Add the outfit to the cart' }).click();
  await expect(page).toHaveURL(/\/cart/);
  const main = page.getByRole('main');
  await expect(main).toContainText('Rapti Linen Tapered Trousers');
  await expect(main).toContainText('Mulmul Shibori Dupatta');
  await expect(main.locator('dl').last()).toContainText('Discount');
}

/** Puts swatches of five fabrics into the cart, starting from a fabric's page. */
export async function addSwatchesToCart(page: Page): Promise<void> {
  await page.goto('/products/pochampally-diamond-ikat');
  await page.getByRole('link', { name: 'Order a swatch first' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Swatches');
  const boxes = page.getByRole('main').getByRole('checkbox');
  for (let n = 0; n < 5; n++) await boxes.nth(n).check();
  await page.getByRole('button', { name: 'Add the swatches to the cart' }).click();
  await expect(page).toHaveURL(/\/cart/);
  const main = page.getByRole('main');
  await expect(main.getByText(/^Swatch: /).first()).toBeVisible();
  await expect(main.getByText('₹19.80').first()).toBeVisible();
}
