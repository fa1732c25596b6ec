import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

export interface OrderTotals {
  /** The number of orders, excluding pending and cancelled orders. */
  orderCount: number;
  /** The total of these orders, less credits, in paise. */
  paise: number;
  /** When the last of these orders was placed, in epoch ms. Null if there are no such orders. */
  lastOrderAt: number | null;
}

export const NO_ORDERS: OrderTotals = { orderCount: 0, paise: 0, lastOrderAt: null };
const NOT_SOLD = ['pending', 'cancelled'] as const;

/** Reads the totals by customer id. Leaves out customers whose `orderCount` would be 0. */
export async function orderTotals(
  { read }: Pick<ShopDatabase, 'read'>,
  ids: readonly string[],
): Promise<Map<string, OrderTotals>> {
  if (ids.length === 0) return new Map();
  const soldOrders = read
    .selectFrom('orders')
    .where('customer_id', 'in', ids)
    .where('order_status', 'not in', NOT_SOLD);
  const [totals, credits] = await Promise.all([
    soldOrders
      .select(({ fn }) => [
        'customer_id',
        fn.countAll<number>().as('order_count'),
        fn.sum<number>('total_paise').as('paise'),
        fn.max('created_at').as('last'),
      ])
      .groupBy('customer_id')
      .execute(),
    soldOrders
      .innerJoin('order_credit', 'order_credit.order_id', 'orders.id')
      .select(({ fn }) => ['customer_id', fn.sum<number>('order_credit.total_paise').as('paise')])
      .groupBy('customer_id')
      .execute(),
  ]);
  const creditedPaise = new Map(credits.map(({ customer_id, paise }) => [customer_id, Number(paise)]));
  return new Map(
    totals.map(({ customer_id, order_count, paise, last }) => [
      customer_id ?? '',
      {
        orderCount: Number(order_count),
        paise: Number(paise) - (creditedPaise.get(customer_id) ?? 0),
        lastOrderAt: last === null ? null : Number(last),
      },
    ]),
  );
}
