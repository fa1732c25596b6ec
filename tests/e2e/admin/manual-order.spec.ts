import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { BUYABLE } from '#support/e2e-order.ts';

test('a packer can’t set prices or accept cash at the counter', async ({ page, signIn }) => {
  await signIn('packer');
  await page.goto('/admin/orders/new');
  await page.getByRole('button', { name: 'Counter' }).click();
  await page.getByRole('searchbox').fill(BUYABLE.sku);
  await page.getByRole('searchbox').press('Enter');
  await page.getByLabel('Mobile', { exact: true }).fill('9876543210');
  await page.getByLabel('Name', { exact: true }).fill('Meera Iyer');
  await page.getByRole('button', { name: 'Save the customer' }).click();
  await expect(page.getByRole('button', { name: /^Payment link/ })).toBeVisible();
  await expect(page.getByText('Set a different price')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /in cash received/ })).toHaveCount(0);
});
