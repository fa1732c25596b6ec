import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import { changeLockedOrder, lockOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { financialYear, indianYear } from '#lib/sales/orders/record/indian-years.ts';
import { orderPrefixes } from '#lib/shop/settings/shop-settings.server.ts';

/**
 * Returns the next order number. Should be called late in the transaction, because it blocks other orders until the
 * transaction ends. If the `prefix` changes, the series continues.
 */
export async function nextOrderNumber(tx: Tx, prefix: string, at: number): Promise<string> {
  const year = indianYear(at);
  return orderNumber(prefix, year, await nextValue(tx, `${ORDER_SERIES}${year}`));
}

/**
 * Returns the possible numbers of an order with this consecutive number: one for each combination of a year and a
 * prefix that has been used.
 */
export async function orderNumbersEndingIn(db: ShopDatabase, consecutiveNumber: number): Promise<string[]> {
  const series = await db.write
    .selectFrom('number_series')
    .select('name')
    .where('name', 'like', `${ORDER_SERIES}%`)
    .execute();
  const prefixes = await orderPrefixes(db);
  return series.flatMap(({ name }) => {
    const year = Number(name.slice(ORDER_SERIES.length));
    return prefixes.map((prefix) => orderNumber(prefix, year, consecutiveNumber));
  });
}

const ORDER_SERIES = 'order-';

function orderNumber(prefix: string, year: number, consecutiveNumber: number): string {
  return `${prefix}-${year}-${padNumber(consecutiveNumber)}`;
}

/**
 * Returns the next number of an invoice or a credit note. Each series is consecutive within a financial year, and a
 * number has up to 16 characters, as the GST rules require (CGST rules 46 and 53).
 */
export async function nextDocumentNumber(
  tx: Tx,
  kind: 'invoice' | 'credit-note',
  prefix: string,
  at: number,
): Promise<string> {
  const year = financialYear(at);
  return `${prefix}/${year}/${padNumber(await nextValue(tx, `${kind}-${year}`))}`;
}

const incrementSeries = preparedQuery((db, { name }: { name: string }) =>
  db
    .insertInto('number_series')
    .values({ name, value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql<number>`number_series.value + 1` }))
    .returning('value'),
);

async function nextValue(tx: Tx, name: string): Promise<number> {
  const [row] = (await incrementSeries(tx, { name })).rows;
  if (!row) throw new Error(`the series ${name} returned no value`);
  return row.value;
}

function padNumber(value: number): string {
  return String(value).padStart(6, '0');
}

/**
 * Assigns an invoice number if the order has none, and returns the order. Must not be called before shipping, so that
 * cancelled orders leave no gaps.
 */
export async function assignInvoiceNumber(tx: Tx, order: OrderRow, prefix: string, at: number): Promise<OrderRow> {
  const lockedOrder = await lockOrder(tx, order.id, at);
  if (lockedOrder.invoice_number !== null) return lockedOrder;
  const invoice_number = await nextDocumentNumber(tx, 'invoice', prefix, at);
  return changeLockedOrder(tx, order.id, { invoice_number, invoice_at: at, updated_at: at });
}
