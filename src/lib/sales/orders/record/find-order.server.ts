import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderNumbersEndingIn } from '#lib/sales/orders/record/number-series.server.ts';
import { ORDER_NOT_FOUND } from '#lib/sales/orders/record/orders.ts';

/**
 * Finds an order by its number, by the digits at the end of the number without leading zeros (`123`), or by its id.
 * Throws `not_found` if no order matches, and `conflict` if several orders match.
 */
export async function findOrder(db: ShopDatabase, input: string): Promise<OrderRow> {
  const number = input.trim().toUpperCase();
  const query = db.write.selectFrom('orders').selectAll();
  const exactMatch = await query
    .where((eb) => eb.or([eb('number', '=', number), eb('id', '=', input)]))
    .executeTakeFirst();
  if (exactMatch) return exactMatch;
  const numbers = /^\d{1,6}$/.test(number) ? await orderNumbersEndingIn(db, Number(number)) : [];
  const [order, otherOrder] = numbers.length > 0 ? await query.where('number', 'in', numbers).limit(2).execute() : [];
  if (otherOrder)
    throw new ShopError('conflict', `Several order numbers end in ${input}. Please enter the full number.`);
  if (!order) throw new ShopError('not_found', `${ORDER_NOT_FOUND} (${input})`);
  return order;
}

interface OrderFilter {
  status?: OrderStatus | undefined;
  email?: string | undefined;
  /** Whether to include only orders with a due refund. */
  isRefundDue?: boolean;
}

/** Reads the latest orders, the newest first. `due_paise` is the sum of an order's due refunds. */
export async function latestOrders(
  db: ShopDatabase,
  limit: number,
  { status, email, isRefundDue }: OrderFilter = {},
): Promise<(OrderRow & { due_paise: number })[]> {
  let query = db.write
    .selectFrom('orders')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('refund')
          .select(['order_id', sql<number | string>`sum(amount_paise)`.as('due_paise')])
          .where('state', '=', 'due')
          .groupBy('order_id')
          .as('due'),
      (on) => on.onRef('due.order_id', '=', 'orders.id'),
    )
    .selectAll('orders')
    .select('due.due_paise')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit);
  if (status) query = query.where('order_status', '=', status);
  if (email) query = query.where('email', '=', email);
  if (isRefundDue) query = query.where('due.due_paise', 'is not', null);
  return (await query.execute()).map((order) => ({ ...order, due_paise: Number(order.due_paise ?? 0) }));
}

/** Reads the history of an order, the oldest event first. */
export function eventsOf(db: ShopDatabase, orderId: string) {
  const query = db.write.selectFrom('order_event').select(['at', 'kind', 'detail']);
  return query.where('order_id', '=', orderId).orderBy('id').execute();
}
