import { expect, test } from '@playwright/test';
import { axeViolations } from '#support/axe.ts';

test('an outfit is chosen part by part, and costs less together', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/products/rapti-linen-tapered-trousers');
  await page.getByRole('link', { name: /Part of the outfit/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery afternoon');
  expect(await axeViolations(page)).toEqual([]);
  for (const part of await page.getByRole('combobox').all()) {
    const first = part.locator('option:enabled').nth(1);
    await part.selectOption((await first.getAttribute('value')) ?? '');
  }
  await page.getByRole('button', { name: 'Add the outfit to the cart' }).click();
  await expect(page).toHaveURL(/\/cart/);
  const main = page.getByRole('main');
  await expect(main).toContainText('Rapti Linen Tapered Trousers');
  await expect(main).toContainText('Mulmul Shibori Dupatta');
  await expect(main.locator('dl')).toContainText('Discount');
});
