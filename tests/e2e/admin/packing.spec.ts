import { expect, test } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { ordersOf } from '#support/e2e-orders.ts';
import { tabTo } from '#support/keyboard.ts';
import { addStaff } from '#support/staff.ts';

let db: ShopDatabase;
test.beforeAll(async () => {
  db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
});
test.afterAll(() => db.close());

async function ordersToPack(count: number) {
  const orders = await ordersOf(db, count);
  await indexOrders(db);
  const lines = db.write.selectFrom('order_line').selectAll();
  const line = await lines.where('order_id', '=', orders.ids[0] ?? '').executeTakeFirstOrThrow();
  const others = db.write.selectFrom('variant').select('sku').where('product_id', '!=', line.product_id);
  const other = await others.where('sku', 'is not', null).executeTakeFirstOrThrow();
  return { ...orders, sku: line.sku ?? '', otherSku: other.sku ?? '' };
}

test('three orders are picked, packed by scanning and printed at 360 px by touch', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });
  try {
    const { token } = await addStaff(db, 'packer');
    await context.addCookies([{ name: 'admin', value: token, url: baseURL ?? '' }]);
    const page = await context.newPage();
    const { name, numbers, sku, otherSku } = await ordersToPack(3);
    const scan = async (code: string) => {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    };
    await page.goto(`/admin/orders?search=${encodeURIComponent(name)}`);
    for (const box of await page.getByRole('checkbox', { name: /^Choose/ }).all()) await box.tap();
    await page.getByRole('button', { name: 'Pack', exact: true }).tap();
    await expect(page.getByRole('region', { name: 'Pick list' })).toContainText('3 ×');
    await page.getByRole('button', { name: `Pack ${numbers[0]}` }).tap();
    await expect(page.getByRole('heading', { name: `Pack ${numbers[0]}` })).toBeVisible();
    await expect(page.getByLabel(/Scan an item/)).toBeFocused();

    await scan(otherSku);
    await expect(page.getByText(new RegExp(`${otherSku} is .*Expected: ${sku}`))).toBeVisible();
    await expect(page.getByText('0 of 1 packed')).toBeVisible();
    await scan(sku.toLowerCase());
    await expect(page.getByText(`${numbers[0]} is packed.`)).toBeVisible();
    await scan(sku);
    await expect(page.getByText(/One too many/)).toBeVisible();

    await page.getByRole('link', { name: `Next: ${numbers[1]} (2 left)` }).tap();
    await expect(page.getByRole('heading', { name: `Pack ${numbers[1]}` })).toBeVisible();
    await scan(sku);
    await expect(page.getByText(`${numbers[1]} is packed.`)).toBeVisible();
    // The number on its slip opens the next order without a tap.
    await scan(numbers[2] ?? '');
    await expect(page.getByRole('heading', { name: `Pack ${numbers[2]}` })).toBeVisible();
    await scan(sku);
    await expect(page.getByText(`${numbers[2]} is packed.`)).toBeVisible();

    await page.getByRole('link', { name: 'Back to the pick list' }).tap();
    await expect(page.getByText('This order is already packed.')).toHaveCount(3);
    await page.getByRole('button', { name: 'Print' }).tap();
    await expect(page.getByRole('heading', { name: 'Print 3 orders' })).toBeVisible();
    const query = new URLSearchParams({ of: new URL(page.url()).searchParams.get('of') ?? '', format: 'pdf' });
    for (const what of ['slips', 'labels']) query.append('what', what);
    const pdf = await page.request.get(`/admin/print?${query}`);
    expect(pdf.headers()).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  } finally {
    await context.close();
  }
});

test('an order is packed by keyboard at 1280 px, resumed elsewhere, and undone', async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { token } = await addStaff(db);
  await context.addCookies([{ name: 'admin', value: token, url: baseURL ?? '' }]);
  const { ids, sku } = await ordersToPack(1);
  await db.write
    .updateTable('order_line')
    .set({ quantity: 2 })
    .where('order_id', '=', ids[0] ?? '')
    .execute();
  const path = `/admin/orders/${ids[0]}/pack`;
  await page.goto(path);
  await page.keyboard.type(`${sku}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 2 packed')).toBeVisible();

  const other = await context.newPage();
  await other.goto(path);
  await expect(other.getByText('1 of 2 packed')).toBeVisible();
  await tabTo(other, 'button', /^Pack one/);
  await other.keyboard.press('Enter');
  await expect(other.getByText(/is packed\.$/)).toBeVisible();

  await page.keyboard.type('nothing');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The order was changed meanwhile.')).toBeVisible();
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
