import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { BUYABLE } from '#support/e2e-order.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';
import { tabTo } from '#support/keyboard.ts';

test('at 1280 px, an order is packed with the keyboard and completed in a new tab, and a scan is undone', async ({
  page,
  context,
  db,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn();
  const { ids } = await placeCashOrders(db, 1);
  await db.write
    .updateTable('order_line')
    .set({ quantity: 2 })
    .where('order_id', '=', ids[0] ?? '')
    .execute();
  const path = `/admin/orders/${ids[0]}/pack`;
  await page.goto(path);
  await expect(page.locator('input:focus')).toBeVisible();
  await page.keyboard.type(BUYABLE.sku);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 2 packed')).toBeVisible();

  const otherTab = await context.newPage();
  await otherTab.goto(path);
  await expect(otherTab.getByText('1 of 2 packed')).toBeVisible();
  await tabTo(otherTab, 'button', /^Pack one/);
  await otherTab.keyboard.press('Enter');
  await expect(otherTab.getByText(/is packed\.$/)).toBeVisible();

  await page.keyboard.type('nothing');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The order was changed in the meantime.')).toBeVisible();
  await page.reload();
  await tabTo(page, 'button', 'Undo the last scan');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Taken out:/)).toBeVisible();
  await expect(page.getByText('1 of 2 packed')).toBeVisible();
  await page.goto(`/admin/orders/${ids[0]}`);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByText('Packed', { exact: true })).toHaveCount(1);
  await expect(history.getByText('Packing undone', { exact: true })).toHaveCount(1);
});
