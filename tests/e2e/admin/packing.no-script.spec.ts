import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';

test('orders are packed with one form for each scan or without scanning, and are unpacked', async ({
  page,
  db,
  signIn,
}) => {
  await signIn('packer');
  const { ids, numbers } = await placeCashOrders(db, 2);
  const lines = db.write
    .selectFrom('order_line')
    .select('sku')
    .where('order_id', '=', ids[0] ?? '');
  const { sku } = await lines.executeTakeFirstOrThrow();
  await page.goto(`/admin/packing?order=${ids[0]}&order=${ids[1]}`);
  await page.getByRole('button', { name: `Pack ${numbers[0]}` }).click();
  const code = page.getByLabel(/Scan an item/);
  await code.fill('no-such-code');
  await code.press('Enter');
  await expect(page.getByText(`No product has the code no-such-code. Expected: ${sku}`)).toBeVisible();
  await code.fill(sku ?? '');
  await code.press('Enter');
  await expect(page.getByText(`${numbers[0]} is packed.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Scan with the camera' })).toBeHidden();
  await page.getByRole('link', { name: `Next: ${numbers[1]} (1 left)` }).click();
  await page.getByRole('button', { name: 'Pack everything without scanning' }).click();
  await expect(page.getByText(`${numbers[1]} is packed.`)).toBeVisible();
  await page.getByRole('button', { name: 'Take everything out' }).click();
  await expect(page.getByText('Everything was taken out.')).toBeVisible();
});
