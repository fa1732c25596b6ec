import { expect } from '@playwright/test';
import { test } from '#support/admin-test.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';

for (const width of [360, 1280]) {
  test(`at ${width} px, an owner finds in the log who viewed and who changed an order`, async ({
    page,
    db,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn();
    const { numbers, ids } = await placeCashOrders(db, 1);
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
