import { expect, test } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { BUYABLE } from '#support/e2e-order.ts';
import { addStaff } from '#support/staff.ts';

let db: ShopDatabase;
test.beforeAll(async () => {
  db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
});
test.afterAll(() => db.close());

test('a packer sets no prices and takes no cash at the counter', async ({ page, context, baseURL }) => {
  const { token } = await addStaff(db, 'packer');
  await context.addCookies([{ name: 'admin', value: token, url: baseURL ?? '' }]);
  await page.goto('/admin/orders/new');
  await page.getByRole('button', { name: 'Counter' }).click();
  await page.getByRole('searchbox').fill(BUYABLE.sku);
  await page.getByRole('searchbox').press('Enter');
  await page.getByLabel('Mobile', { exact: true }).fill('9876543210');
  await page.getByLabel('Name', { exact: true }).fill('Meera Iyer');
  await page.getByRole('button', { name: 'Save the customer' }).click();
  await expect(page.getByRole('button', { name: /^Payment link/ })).toBeVisible();
  await expect(page.getByText('Set another price')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /in cash received/ })).toHaveCount(0);
});
