import { expect } from '@playwright/test';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { test } from '#support/admin-test.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';

test('the cash for delivered orders is recorded, and an export requires a confirmed identity', async ({
  page,
  db,
  signIn,
}) => {
  const { id } = await signIn();
  const { name, ids } = await placeCashOrders(db, 2);
  await db.write
    .updateTable('orders')
    .set({ order_status: 'delivered', payment_status: 'paid', cash_due: 1, delivered_at: Date.now() })
    .where('id', 'in', ids)
    .execute();
  await indexOrders(db);

  await page.goto(`/admin/orders?search=${encodeURIComponent(name)}`);
  await page.getByLabel('Status').selectOption('Cash not received yet');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByLabel('All on this page')).toBeHidden();
  for (const box of await page.getByRole('checkbox', { name: /^Select/ }).all()) await box.check();
  await page.getByRole('button', { name: 'Cash received' }).click();
  await expect(page.getByRole('heading', { name: 'Record the cash of 2 orders as received?' })).toBeVisible();
  await expect(page.getByText(/^Sum: ₹/)).toBeVisible();
  await page.getByRole('button', { name: 'Record the cash of 2 orders' }).click();
  await expect(page.getByRole('heading', { name: 'The cash of 2 of 2 orders was received' })).toBeVisible();

  const list = `/admin/orders?status=all&search=${encodeURIComponent(name)}`;
  await db.write.updateTable('staff_session').set({ confirmed_at: null }).where('staff_id', '=', id).execute();
  await page.goto(list);
  await page.getByRole('button', { name: 'Export this list as CSV' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your identity' })).toBeVisible();
  await db.write.updateTable('staff_session').set({ confirmed_at: Date.now() }).where('staff_id', '=', id).execute();
  await page.reload();
  await expect(page).toHaveURL(/\/admin\/orders\?status=all/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export this list as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
});
