import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '#lib/platform/db/db.server.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';

/**
 * The parts of the documents of a period. The amounts of an invoice are the amounts of the order, less the credits
 * before the invoice (`invoiceOf`).
 */
export const PARTS = ['invoiced', 'creditedBefore', 'creditNotes'] as const;
export type Part = (typeof PARTS)[number];

/** The signs of the parts. Credit notes, and credits before the invoice, are subtracted. */
export const PART_SIGNS: Record<Part, 1 | -1> = { invoiced: 1, creditedBefore: -1, creditNotes: -1 };

const FROM: Record<Part, RawBuilder<unknown>> = {
  invoiced: sql`from orders`,
  creditedBefore: sql`from orders inner join order_credit on order_credit.order_id = orders.id`,
  creditNotes: sql`from order_credit inner join orders on orders.id = order_credit.order_id`,
};
/** The join for SQLite, which looks up the lines of each document by key. */
const LINES_JOIN = sql`inner join order_line on order_line.order_id = orders.id`;
const CREDITED_LINES_JOIN = sql`
  inner join order_credit_line on order_credit_line.credit_id = order_credit.id
  inner join order_line on order_line.order_id = orders.id and order_line.position = order_credit_line.position`;
/**
 * The join for PostgreSQL. Without `offset 0`, PostgreSQL would read the lines of all orders instead of the lines of
 * one month.
 */
const LATERAL_LINES_JOIN = sql`cross join lateral (
  select * from order_line where order_line.order_id = orders.id offset 0) as order_line`;
const LATERAL_CREDITED_LINES_JOIN = sql`
  cross join lateral (
    select * from order_credit_line where order_credit_line.credit_id = order_credit.id offset 0) as order_credit_line
  cross join lateral (
    select * from order_line
    where order_line.order_id = orders.id and order_line.position = order_credit_line.position offset 0) as order_line`;

/** Returns the SQL for a field of the order's address. */
export function addressField(engine: Engine, field: 'city' | 'state' | 'pincode'): RawBuilder<unknown> {
  return engine === 'postgres'
    ? sql`(orders.address_json::json ->> ${sql.lit(field)})`
    : sql`(orders.address_json ->> ${sql.lit(`$.${field}`)})`;
}

/** Returns the SQL that joins the lines of the orders that a query reads. */
export function orderLinesJoin(engine: Engine): RawBuilder<unknown> {
  return engine === 'postgres' ? LATERAL_LINES_JOIN : LINES_JOIN;
}

/**
 * Returns the `from` and `where` clauses of a query for one part, joined with the lines of the part's documents and
 * with `extraJoin`.
 */
export function linesOfPart(
  engine: Engine,
  part: Part,
  period: Period,
  extraJoin: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const [linesJoin, creditedLinesJoin] =
    engine === 'postgres' ? [LATERAL_LINES_JOIN, LATERAL_CREDITED_LINES_JOIN] : [LINES_JOIN, CREDITED_LINES_JOIN];
  return sql`${FROM[part]} ${part === 'invoiced' ? linesJoin : creditedLinesJoin} ${extraJoin} where ${inPeriod(part, period)}`;
}

/** Returns the `from` and `where` clauses of a query for one part without the lines, for delivery charges. */
export function documentsOfPart(part: Part, period: Period): RawBuilder<unknown> {
  return sql`${FROM[part]} where ${inPeriod(part, period)}`;
}

function inPeriod(part: Part, { from, to }: Period): RawBuilder<unknown> {
  if (part === 'creditNotes')
    return sql`order_credit.note_at >= ${from} and order_credit.note_at < ${to} and order_credit.note_number is not null`;
  const isInvoiced = sql`orders.invoice_at >= ${from} and orders.invoice_at < ${to} and orders.invoice_number is not null`;
  return part === 'creditedBefore' ? sql`${isInvoiced} and order_credit.note_number is null` : isInvoiced;
}

export type SumColumns = Record<'quantity' | 'taxable' | 'cgst' | 'sgst' | 'igst', number | string>;

/** Returns the columns with the sums of the lines. PostgreSQL returns sums as text. */
export function lineSums(part: Part): RawBuilder<unknown> {
  const table = part === 'invoiced' ? 'order_line' : 'order_credit_line';
  const sum = (column: string) => sql`sum(${sql.ref(`${table}.${column}`)})`;
  return sql`${sum('quantity')} as quantity, ${sum('taxable_paise')} as taxable, ${sum('cgst_paise')} as cgst,
    ${sum('sgst_paise')} as sgst, ${sum('igst_paise')} as igst`;
}
