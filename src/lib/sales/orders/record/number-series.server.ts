import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { prepared } from '#lib/platform/db/prepared.server.ts';
import { financialYear, indianYear } from '#lib/sales/orders/record/order-numbers.ts';
import { orderPrefixes } from '#lib/shop/settings/shop-settings.server.ts';

/** Call it late: until the transaction ends, other orders wait here. Another `prefix` leaves no gap. */
export async function nextOrderNumber(tx: Tx, prefix: string, at: number): Promise<string> {
  const year = indianYear(at);
  return orderNumber(prefix, year, await nextOf(tx, `${ORDER_SERIES}${year}`));
}

/** The order numbers that may end with this value: one per year and prefix that the shop has used. */
export async function orderNumbersEnding(db: ShopDatabase, value: number): Promise<string[]> {
  const series = await db.write
    .selectFrom('number_series')
    .select('name')
    .where('name', 'like', `${ORDER_SERIES}%`)
    .execute();
  const prefixes = await orderPrefixes(db);
  return series.flatMap(({ name }) => {
    const year = Number(name.slice(ORDER_SERIES.length));
    return prefixes.map((prefix) => orderNumber(prefix, year, value));
  });
}

const ORDER_SERIES = 'order-';

function orderNumber(prefix: string, year: number, value: number): string {
  return `${prefix}-${year}-${digits(value)}`;
}

/** Consecutive within its financial year and at most 16 characters, as the GST rules require. */
export async function nextInvoiceNumber(tx: Tx, prefix: string, at: number): Promise<string> {
  const year = financialYear(at);
  return `${prefix}/${year}/${digits(await nextOf(tx, `invoice-${year}`))}`;
}

/** A separate series with the same rules (CGST rules 46 and 53). */
export async function nextCreditNoteNumber(tx: Tx, prefix: string, at: number): Promise<string> {
  const year = financialYear(at);
  return `${prefix}/${year}/${digits(await nextOf(tx, `credit-note-${year}`))}`;
}

const countUp = prepared((db, { name }: { name: string }) =>
  db
    .insertInto('number_series')
    .values({ name, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql<number>`number_series.value + 1` }))
    .returning('value'),
);

async function nextOf(tx: Tx, name: string): Promise<number> {
  const [row] = (await countUp(tx, { name })).rows;
  if (!row) throw new Error(`the series ${name} gave no number`);
  return row.value;
}

function digits(value: number): string {
  return String(value).padStart(6, '0');
}
