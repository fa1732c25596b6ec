import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { indexOrders } from '#lib/sales/orders/list/index-orders.server.ts';
import { test } from '#support/admin-test.ts';
import { placeCashOrders } from '#support/e2e-orders.ts';

for (const width of [360, 1280]) {
  test(`at ${width} px, orders are filtered and exported, a view is saved, and a bulk change is undone`, async ({
    page,
    db,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn();
    const { name, numbers } = await placeCashOrders(db, 4);
    await indexOrders(db);

    await page.goto('/admin/orders');
    await page.getByRole('searchbox').fill(name);
    await page.getByLabel('Status').selectOption('To confirm');
    await page.getByText('Filters and sorting').click();
    await page.getByLabel('State').selectOption('Telangana');
    await page.getByLabel('Sort').selectOption('Newest first');
    await page.getByRole('button', { name: 'Show' }).click();
    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText(numbers[3] ?? '');
    if (width > 1000) {
      await page.getByRole('link', { name: 'Placed' }).click();
      await expect(page.getByRole('columnheader', { name: 'Placed' })).toHaveAttribute('aria-sort', 'ascending');
      await expect(rows.first()).toContainText(numbers[0] ?? '');
    }
    const chips = page.getByRole('list', { name: 'Active filters' });
    await chips.getByRole('link', { name: 'State: Telangana' }).click();
    await expect(chips.getByRole('listitem')).toContainText([`“${name}”`, 'Status: To confirm', 'Clear all']);

    await page.getByText('Save this list as a view').click();
    await page.getByLabel('Name of the view').fill(`Cash of ${name}`);
    await page.getByRole('button', { name: 'Save the view' }).click();
    await expect(page.getByText('The view is saved.')).toBeVisible();
    await page.goto('/admin/orders');
    await page
      .getByRole('navigation', { name: 'Saved views' })
      .getByRole('link', { name: `Cash of ${name}` })
      .click();
    await expect(rows).toHaveCount(4);

    await page.getByLabel('All on this page').check();
    await expect(page.getByText('Selected orders: 4')).toBeVisible();
    await rows.last().getByRole('checkbox').uncheck();
    await expect(page.getByText('Selected orders: 3')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('No email is sent. You can undo it afterwards.')).toBeVisible();
    await page.getByRole('button', { name: 'Set 3 orders to processing' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: '3 of 3 orders are placed' })).toBeVisible();

    await page.goto(`/admin/orders?status=all&search=${encodeURIComponent(name)}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export this list as CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(5);
    for (const number of numbers) expect(csv).toContain(`${number},`);
  });
}
