import { expect, test } from '@playwright/test';

test('without a script the pincode is answered on a page of its own, and the way leads back', async ({ page }) => {
  await page.goto('/products/gir-lion-tee');
  await page.getByLabel('Delivery to pincode').fill('560001');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText(/Bengaluru 560001: Delivery ₹59\.00.* 2–5 business days/)).toBeVisible();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page).toHaveURL(/gir-lion-tee$/);
});
