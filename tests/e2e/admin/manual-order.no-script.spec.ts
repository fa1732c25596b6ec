import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { BUYABLE } from '#support/e2e-order.ts';

test('staff sell goods for cash at the counter without JavaScript', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/admin/orders/new');
  await page.getByRole('button', { name: 'Counter' }).click();
  await page.getByRole('searchbox').fill('gir lion tee');
  await page.getByRole('button', { name: 'Find' }).click();
  const productsFound = page.getByRole('region', { name: 'Products found' });
  await productsFound
    .getByText(/\d+ variants/)
    .first()
    .click();
  await expect(productsFound.getByRole('radio').first()).toBeVisible();
  await expect(productsFound.getByText(/\d+ in stock, ₹/).first()).toBeVisible();
  await page.getByRole('searchbox').fill(BUYABLE.sku);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByLabel('Mobile', { exact: true }).fill('12');
  await page.getByLabel('Name', { exact: true }).fill('Meera Iyer');
  await page.getByRole('button', { name: 'Save the customer' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meera Iyer');
  await page.getByLabel('Mobile', { exact: true }).fill('9876543210');
  await page.getByRole('button', { name: 'Save the customer' }).click();
  await page.getByRole('button', { name: /in cash received, goods handed over/ }).click();
  await expect(page.getByText('is paid and handed over.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Origin' })).toContainText('Counter order, collected at the counter');
  await expect(page.getByText('Cash at the counter')).toBeVisible();
});
