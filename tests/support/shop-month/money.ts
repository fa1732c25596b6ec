import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { priceText } from '#lib/shop/money/price-text.ts';
import { openScreen } from '../open-screen.ts';
import type { ShopMonth } from './month.ts';

/** A row of GSTR-1's table B2CS: the taxable value, IGST, CGST and SGST in rupees. */
interface B2csRow {
  txval: number;
  iamt?: number;
  camt?: number;
  samt?: number;
}

/**
 * Checks that the totals on the month's page and in the return for the GST portal agree with the orders, and that the
 * accountant's file has rows.
 */
export async function compareMoney(month: ShopMonth): Promise<void> {
  const { page, input } = month;
  const net = await netOfOrders(month);
  await openScreen(month, 'Money');
  await expect(page.getByRole('listitem').filter({ hasText: 'orders less credits' })).toContainText(priceText(net));
  const documents = await download(month, 'Download for the accountant (CSV)');
  const rows = parse(documents, { columns: true, bom: true }) as Record<string, string>[];
  expect(rows.length).toBeGreaterThan(0);

  await input.press(page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'GSTR-1' }));
  const json = await download(month, 'Download for the GST portal (JSON)');
  const { b2cs } = JSON.parse(json) as { b2cs: B2csRow[] };
  const rupees = b2cs.reduce((sum, { txval, iamt = 0, camt = 0, samt = 0 }) => sum + txval + iamt + camt + samt, 0);
  expect(Math.round(rupees * 100)).toBe(net);
  await input.press(page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Cash' }));
  await expect(page.getByText('No courier owes you cash.')).toBeVisible();
}

async function download({ page, input }: ShopMonth, link: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    input.press(page.getByRole('link', { name: link })),
  ]);
  return readFile(await file.path(), 'utf8');
}

/** Returns the total of all orders minus credits in paise, using only SQL. All orders were shipped and invoiced. */
async function netOfOrders({ db }: ShopMonth): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select (select sum(total_paise) from orders) - (select sum(total_paise) from order_credit) as paise`.execute(
    db.write,
  );
  return Number(rows[0]?.paise);
}
