import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS, IST_OFFSET_MS } from '#lib/primitives/durations.ts';
import { priceText } from '#lib/shop/money/price-text.ts';
import { shopCliAsync } from '../shop-cli.ts';
import { type Day, ORIGIN, PARCELS } from './day.ts';

interface OrderSum {
  number: string;
  paise: number;
  text: string;
}

/** Returns each order's total minus its credits, sorted by order number, using only SQL. */
export async function sumsInDatabase({ write }: Pick<ShopDatabase, 'write'>, ids: string[]): Promise<OrderSum[]> {
  const { rows } = await sql<{ number: string; paise: number }>`
    select number, total_paise - coalesce(
      (select sum(total_paise) from order_credit where order_id = orders.id), 0) as paise
    from orders where id in (${sql.join(ids)}) order by number`.execute(write);
  return rows.map(({ number, paise }) => ({ number, paise, text: priceText(paise) }));
}

/**
 * Checks that the sums in the export, and the sums of the changed orders in the CLI and on the orders' pages, are those
 * in the database, and that the page Today shows today's sales.
 */
export async function compareSums(day: Day, manualNumber: string): Promise<void> {
  const { db, page, numbers } = day;
  const query = db.write
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('number', 'in', [...numbers, manualNumber]);
  const idOf = new Map((await query.execute()).map(({ id, number }) => [number, id]));
  const sums = await sumsInDatabase(db, [...idOf.values()]);
  const textOf = new Map(sums.map(({ number, text }) => [number, text]));
  expect(await exportedSums(day)).toEqual(sums.map(({ number, paise }) => [number, (paise / 100).toFixed(2)]));
  const changedNumbers = [numbers[1], numbers.at(-1), manualNumber].map((number) => number ?? '');
  const cli = shopCliAsync(process.env.E2E_DATA ?? '', {});
  const cliOutputs = await Promise.all(changedNumbers.map((number) => cli('orders', 'show', number)));
  for (const [index, number] of changedNumbers.entries()) {
    expect(cliOutputs[index]?.stdout).toContain(`NOW ${textOf.get(number)}`);
    await page.goto(`${ORIGIN}/admin/orders/${idOf.get(number)}`);
    await expect(page.getByRole('region', { name: 'Money' })).toContainText(`Total now ${textOf.get(number)}`);
  }
  expect(cliOutputs.at(-1)?.stdout).toContain('REFUNDED ₹10.50');
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Refunded ₹10.50');
  await compareToday(day);
}

/** Exports the list, and returns the numbers and totals of the buyer's orders. */
async function exportedSums({ page, device, name, otherInput }: Day): Promise<(string | undefined)[][]> {
  await otherInput.press(page.getByRole('link', { name: 'Orders', exact: true }));
  await otherInput.type(page.getByRole('searchbox'), name);
  await otherInput.choose(page.getByLabel('Status'), 'All');
  await otherInput.press(page.getByRole('button', { name: 'Search' }));
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(PARCELS + 1);
  if (device === 'keyboard') await otherInput.press(page.getByRole('link', { name: /^Skip to the actions/ }));
  const download = page.waitForEvent('download');
  await otherInput.press(page.getByRole('button', { name: 'Export this list as CSV' }));
  const csv = await readFile(await (await download).path(), 'utf8');
  const rows = parse(csv, { columns: true, bom: true }) as Record<string, string>[];
  return rows.map(({ Number: number, Total: total }) => [number, total]).sort();
}

/** Checks that the page shows today's sales. Retries, because other tests sell in the same shop in the meantime. */
async function compareToday({ db, page }: Day): Promise<void> {
  await expect(async () => {
    const midnight = Math.floor((Date.now() + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS;
    const { rows } = await sql<{ count: number; paise: number }>`
      select count(*) as count, sum(total_paise) as paise from orders
      where created_at >= ${midnight} and order_status not in ('pending', 'cancelled')`.execute(db.write);
    await page.goto(`${ORIGIN}/admin`);
    const sales = page.getByRole('region', { name: 'Sales' }).getByRole('listitem').first();
    await expect(sales).toContainText(`${priceText(rows[0]?.paise ?? 0)} ${rows[0]?.count} orders`, { timeout: 1_000 });
  }).toPass({ timeout: 45_000 });
}
