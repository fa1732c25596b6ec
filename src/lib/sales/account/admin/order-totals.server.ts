import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface OrderTotals {
  /** The number of orders, excluding pending and cancelled orders. */
  orderCount: number;
  /** The total of these orders, less credits, in paise. */
  totalPaise: number;
  /** When the last of these orders was placed, in epoch ms. Null if there are no such orders. */
  lastOrderAt: number | null;
}

export const NO_ORDERS: OrderTotals = { orderCount: 0, totalPaise: 0, lastOrderAt: null };
const UNSOLD_STATUSES = ['pending', 'cancelled'] as const;

/** Reads the totals by customer id. Leaves out customers whose `orderCount` would be 0. */
export async function orderTotals(
  { read }: Pick<ShopDatabase, 'read'>,
  customerIds: readonly string[],
): Promise<Map<string, OrderTotals>> {
  if (customerIds.length === 0) return new Map();
  const soldOrders = read
    .selectFrom('orders')
    .where('customer_id', 'in', customerIds)
    .where('order_status', 'not in', UNSOLD_STATUSES);
  const [totals, credits] = await Promise.all([
    soldOrders
      .select(({ fn }) => [
        'customer_id',
        fn.countAll<number>().as('order_count'),
        fn.sum<number>('total_paise').as('ordered_paise'),
        fn.max('created_at').as('last_order_at'),
      ])
      .groupBy('customer_id')
      .execute(),
    soldOrders
      .innerJoin('order_credit', 'order_credit.order_id', 'orders.id')
      .select(({ fn }) => ['customer_id', fn.sum<number>('order_credit.total_paise').as('credited_paise')])
      .groupBy('customer_id')
      .execute(),
  ]);
  const creditedPaise = new Map(
    credits.map(({ customer_id, credited_paise }) => [customer_id, Number(credited_paise)]),
  );
  return new Map(
    totals.map(({ customer_id, order_count, ordered_paise, last_order_at }) => [
      customer_id ?? '',
      {
        orderCount: Number(order_count),
        totalPaise: Number(ordered_paise) - (creditedPaise.get(customer_id) ?? 0),
        lastOrderAt: last_order_at === null ? null : Number(last_order_at),
      },
    ]),
  );
}
