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
  const { orders, paise } = await read
    .selectFrom('orders')
    .select((of) => [of.fn.countAll<number>().as('orders'), of.fn.sum<number | null>('total_paise').as('paise')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .where('order_status', 'not in', ['pending', 'cancelled'])
    .executeTakeFirstOrThrow();
  return { orders: Number(orders), paise: Number(paise ?? 0) };
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
export function salesByDay(db: Pick<ShopDatabase, 'read'>, days: number, now: number): Promise<DayOfSales[]> {
  const today = indianMidnight(now);
  const starts = Array.from({ length: days }, (_, index) => today - (days - 1 - index) * DAY_MS);
  return Promise.all(starts.map(async (at) => ({ at, ...(await salesBetween(db, at, at + DAY_MS)) })));
}
