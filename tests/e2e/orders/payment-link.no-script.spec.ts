import { expect, test } from '@playwright/test';
import { addShown } from '#support/shown-pages.ts';

test('a payment link pays its order once, without JavaScript', async ({ page }) => {
  const { payToken } = await addShown();
  await page.goto(`/pay/${payToken}`);
  await page.getByRole('link', { name: 'Pay online' }).click();
  await page.getByRole('button', { name: /Test gateway/ }).click();
  await page.getByRole('button', { name: 'Approve the payment' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await page.goto(`/pay/${payToken}`);
  await expect(page.getByText(/^Order .+ is paid\.$/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pay online' })).toHaveCount(0);
});
