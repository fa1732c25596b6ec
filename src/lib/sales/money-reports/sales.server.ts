import { type ExpressionBuilder, sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';
import type { Period } from '#lib/sales/money-reports/month.ts';

export interface Sales {
  /** The number of orders. */
  orders: number;
  /** The sum of their totals, in paise. */
  paise: number;
}

export interface SalesOfPeriod extends Sales {
  days: number;
  /** The sales in the same number of days before this period, up to the same time of the last day. */
  previousSales: Sales;
}

export interface DayOfSales extends Sales {
  /** The start of the day in India, in epoch ms. */
  at: number;
}

/** Reads the sales of a period, without pending and cancelled orders. `to` is exclusive. */
export async function salesBetween({ read }: Pick<ShopDatabase, 'read'>, from: number, to: number): Promise<Sales> {
  return salesOf(await soldOrders(read, from, to).executeTakeFirstOrThrow());
}

/** Reads the sales of the last `days` days, including today up to now. */
export async function salesOfPeriod(db: Pick<ShopDatabase, 'read'>, days: number, now: number): Promise<SalesOfPeriod> {
  const from = indianMidnight(now) - (days - 1) * DAY_MS;
  const [currentSales, previousSales] = await Promise.all([
    salesBetween(db, from, now + 1),
    salesBetween(db, from - days * DAY_MS, now + 1 - days * DAY_MS),
  ]);
  return { days, ...currentSales, previousSales };
}

/** Reads the sales on each of the last `days` days, the oldest first. */
export function salesByDay({ read }: Pick<ShopDatabase, 'read'>, days: number, now: number): Promise<DayOfSales[]> {
  const from = indianMidnight(now) - (days - 1) * DAY_MS;
  const to = from + days * DAY_MS;
  return byDay(soldOrders(read, from, to), { from, to });
}

/**
 * Reads the orders that were placed on each day of a period, including orders that were cancelled or returned later.
 * The credits for these orders are not deducted. Online orders that were never paid don't count.
 */
export function ordersPlacedByDay({ read }: Pick<ShopDatabase, 'read'>, { from, to }: Period): Promise<DayOfSales[]> {
  return byDay(sumOfOrders(read, from, to).where(wasPlaced), { from, to });
}

/** Reads the credits of a period for placed orders, regardless of when the orders were placed. */
export async function creditsBetween({ read }: Pick<ShopDatabase, 'read'>, { from, to }: Period) {
  const { count, paise } = await read
    .selectFrom('order_credit')
    .innerJoin('orders', 'orders.id', 'order_credit.order_id')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('order_credit.total_paise').as('paise'),
    ])
    .where('order_credit.created_at', '>=', from)
    .where('order_credit.created_at', '<', to)
    .where(wasPlaced)
    .executeTakeFirstOrThrow();
  return { count: Number(count), paise: Number(paise ?? 0) };
}

async function byDay(orders: ReturnType<typeof sumOfOrders>, { from, to }: Period): Promise<DayOfSales[]> {
  const rows = await orders
    .select(sql<number>`(created_at - ${sql.lit(from)}) / ${sql.lit(DAY_MS)}`.as('day'))
    .groupBy('day')
    .execute();
  const sales = new Map(rows.map((row) => [Number(row.day), salesOf(row)]));
  return Array.from({ length: (to - from) / DAY_MS }, (_, day) => ({
    at: from + day * DAY_MS,
    ...(sales.get(day) ?? { orders: 0, paise: 0 }),
  }));
}

/**
 * Returns the condition for placed orders. A cancelled order counts as placed only if it has a credit, because the
 * goods of other cancelled orders were only reserved. In addition, the order must have been paid online, or be a cash
 * order; if the cash order has an advance, the advance must have been paid.
 */
function wasPlaced(eb: ExpressionBuilder<Tables, 'orders'>) {
  // With `exists`, PostgreSQL would read the credits of all orders.
  const firstCredit = eb
    .selectFrom('order_credit')
    .select(({ fn }) => fn.min('order_credit.id').as('id'))
    .whereRef('order_id', '=', 'orders.id');
  const isPlacedCash = eb.and([
    eb('payment_method', '=', 'cod'),
    // An order with an advance is placed once the advance is paid.
    eb.or([eb('advance_paise', '=', 0), eb('advance_paid', '=', 1)]),
  ]);
  const wasPaidOrCash = eb.or([eb('payment_status', '<>', 'failed'), isPlacedCash]);
  return eb.and([
    eb('order_status', '<>', 'pending'),
    eb.or([eb('order_status', '<>', 'cancelled'), eb.and([wasPaidOrCash, eb(firstCredit, 'is not', null)])]),
  ]);
}

function soldOrders(read: ShopDatabase['read'], from: number, to: number) {
  return sumOfOrders(read, from, to).where('order_status', 'not in', ['pending', 'cancelled']);
}

function sumOfOrders(read: ShopDatabase['read'], from: number, to: number) {
  return read
    .selectFrom('orders')
    .select((eb) => [eb.fn.countAll<number>().as('orders'), eb.fn.sum<number | null>('total_paise').as('paise')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to);
}

/** Converts sums to numbers, because PostgreSQL returns sums as text. */
function salesOf({ orders, paise }: { orders: number | string; paise: number | string | null }): Sales {
  return { orders: Number(orders), paise: Number(paise ?? 0) };
}
