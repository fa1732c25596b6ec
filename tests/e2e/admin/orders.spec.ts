import { expect, test } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { ordersOf } from '#support/e2e-orders.ts';
import { addStaff } from '#support/staff.ts';

let db: ShopDatabase;
test.beforeAll(async () => {
  db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
});
test.afterAll(() => db.close());

for (const width of [360, 1280]) {
  test(`orders are found, confirmed, shipped with tracking numbers and corrected at ${width} px`, async ({
    page,
    context,
    baseURL,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { token } = await addStaff(db, 'packer');
    await context.addCookies([{ name: 'admin', value: token, url: baseURL ?? '' }]);
    const { name, numbers } = await ordersOf(db, 3);
    await indexOrders(db);

    await page.goto('/admin');
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Orders' }).click();
    const search = page.getByRole('searchbox');
    await search.fill(name);
    await search.press('Enter');
    const boxes = page.getByRole('checkbox', { name: /^Choose/ });
    await expect(boxes).toHaveCount(3);
    for (const box of await boxes.all()) await box.check();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Set 3 to processing' }).click();
    await expect(page.getByRole('heading', { name: '3 of 3 orders are processing' })).toBeVisible();

    await page.goto(`/admin/orders?status=processing&search=${encodeURIComponent(name)}`);
    for (const box of await boxes.all()) await box.check();
    await page.getByRole('button', { name: 'Ship' }).click();
    await page.getByLabel('Courier').fill('Delhivery');
    const tracking = page.getByLabel(/Tracking numbers/);
    await tracking.fill('AWB-1\nAWB-2');
    await page.getByRole('button', { name: 'Set 3 to shipped' }).click();
    await expect(page.getByText('There are 3 orders, but 2 tracking numbers.').first()).toBeVisible();
    await expect(tracking).toHaveValue(/AWB-1\s+AWB-2/);
    await tracking.fill('AWB-1\nAWB-2\nAWB-3');
    await page.getByRole('button', { name: 'Set 3 to shipped' }).click();
    await expect(page.getByRole('heading', { name: '3 of 3 orders are shipped' })).toBeVisible();

    await page.getByRole('link', { name: numbers[0] ?? '' }).click();
    await page.getByText('Correct the tracking number').click();
    await page.getByLabel('Tracking number').fill('AWB-9');
    await page.getByRole('button', { name: 'Save the tracking number' }).click();
    await expect(page.getByText('The tracking number was corrected.')).toBeVisible();
    await expect(page.getByText('Delhivery, tracking number AWB-9')).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' })).toContainText('Test packer');
  });
}

test('rejects a form from an outdated tab with a message, and keeps the typed address', async ({
  page,
  context,
  baseURL,
}) => {
  const { token } = await addStaff(db);
  await context.addCookies([{ name: 'admin', value: token, url: baseURL ?? '' }]);
  const { ids } = await ordersOf(db, 1);
  await page.goto(`/admin/orders/${ids[0]}`);
  const other = await context.newPage();
  await other.goto(`/admin/orders/${ids[0]}`);
  await other.getByRole('button', { name: 'Set to processing' }).click();
  await expect(other.getByText(/is now processing/)).toBeVisible();

  await page.getByText('Correct the address').click();
  await page.getByLabel('Street or area').fill('Another Street');
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('The order was changed meanwhile.')).toBeVisible();
  await expect(page.getByLabel('Street or area')).toHaveValue('Another Street');
  await expect(page.getByText('Saved now: Karkhana Lane')).toBeVisible();
  await page.getByRole('button', { name: 'Save the address' }).click();
  await expect(page.getByText('The address was corrected.')).toBeVisible();
  await expect(page.getByText(/Another Street/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Undo: the last change' }).click();
  await expect(page.getByText('The change was undone.')).toBeVisible();
  await expect(page.getByText(/Karkhana Lane/).first()).toBeVisible();
});
