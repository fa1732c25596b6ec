import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianMidnight } from '#lib/primitives/indian-time.ts';

export interface Sales {
  orders: number;
  paise: number;
}

export interface SalesOfPeriod extends Sales {
  days: number;
  /** The same number of days before, up to the same time of day. */
  previous: Sales;
}

export interface DayOfSales extends Sales {
  /** Midnight in India, in epoch ms. */
  at: number;
}

/** Orders that were placed in the period, without unpaid and cancelled ones. `to` is exclusive. */
export async function salesBetween({ read }: Pick<ShopDatabase, 'read'>, from: number, to: number): Promise<Sales> {
  return salesOf(await countedOrders(read, from, to).executeTakeFirstOrThrow());
}

/** Today and the days before it, until now. */
export async function salesOfPeriod(db: Pick<ShopDatabase, 'read'>, days: number, now: number): Promise<SalesOfPeriod> {
  const from = indianMidnight(now) - (days - 1) * DAY_MS;
  const [current, previous] = await Promise.all([
    salesBetween(db, from, now + 1),
    salesBetween(db, from - days * DAY_MS, now + 1 - days * DAY_MS),
  ]);
  return { days, ...current, previous };
}

/** Each of the last days, the oldest first. */
export async function salesByDay(
  { read }: Pick<ShopDatabase, 'read'>,
  days: number,
  now: number,
): Promise<DayOfSales[]> {
  const from = indianMidnight(now) - (days - 1) * DAY_MS;
  const rows = await countedOrders(read, from, indianMidnight(now) + DAY_MS)
    .select(sql<number>`(created_at - ${sql.lit(from)}) / ${sql.lit(DAY_MS)}`.as('day'))
    .groupBy('day')
    .execute();
  const byDay = new Map(rows.map((row) => [Number(row.day), salesOf(row)]));
  return Array.from({ length: days }, (_, day) => ({
    at: from + day * DAY_MS,
    ...(byDay.get(day) ?? { orders: 0, paise: 0 }),
  }));
}

function countedOrders(read: ShopDatabase['read'], from: number, to: number) {
  return read
    .selectFrom('orders')
    .select((of) => [of.fn.countAll<number>().as('orders'), of.fn.sum<number | null>('total_paise').as('paise')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('order_status', 'not in', ['pending', 'cancelled']);
}

/** PostgreSQL returns sums as text. */
function salesOf({ orders, paise }: { orders: number | string; paise: number | string | null }): Sales {
  return { orders: Number(orders), paise: Number(paise ?? 0) };
}
