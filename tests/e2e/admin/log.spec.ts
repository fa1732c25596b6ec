import { expect, test } from '@playwright/test';
import { openDatabase, type ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ordersOf } from '#support/e2e-orders.ts';
import { addStaff } from '#support/staff.ts';

let db: ShopDatabase;
test.beforeAll(async () => {
  db = await openDatabase({ dataDir: process.env.E2E_DATA ?? '' });
});
test.afterAll(() => db.close());

for (const width of [360, 1280]) {
  test(`an owner finds who read and changed an order at ${width} px`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width, height: 800 });
    const { token } = await addStaff(db, 'owner');
    await context.addCookies([{ name: 'admin', value: token, url: baseURL ?? '' }]);
    const { numbers, ids } = await ordersOf(db, 1);
    const number = numbers[0] ?? '';
    await page.goto(`/admin/orders/${ids[0]}`);
    await page.getByRole('button', { name: 'Set to processing' }).click();
    await expect(page.getByText(`${number} is now processing.`)).toBeVisible();

    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Log' }).click();
    await page.getByText('Filter').click();
    await page.getByLabel('Record').fill(number.toLowerCase());
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const entries = page.getByRole('main').getByRole('listitem');
    await expect(entries).toHaveText([/Test owner: order processing/, /Test owner: read order/]);
    await page.getByLabel('Action').selectOption('read order');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(entries).toHaveCount(1);
    await entries.getByRole('link', { name: number }).click();
    await expect(page.getByRole('heading', { name: number })).toBeVisible();
  });
}
