import type { ShopDatabase } from '#lib/db/db.server.ts';
import type { OrderStatus } from '#lib/db/tables/orders.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { ORDER_NOT_FOUND } from '#lib/orders/orders.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

/** The owner's way to orders: any of them. Customers' own are read by `ownOrder`. */

export async function findOrder(db: ShopDatabase, number: string): Promise<OrderRow> {
  const query = db.write.selectFrom('orders').selectAll();
  const order = await query.where((is) => is.or([is('number', '=', number), is('id', '=', number)])).executeTakeFirst();
  if (!order) throw new ShopError('not_found', `${ORDER_NOT_FOUND} (${number})`);
  return order;
}

export function latestOrders(db: ShopDatabase, limit: number, status?: OrderStatus): Promise<OrderRow[]> {
  const query = db.write.selectFrom('orders').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit);
  return (status ? query.where('order_status', '=', status) : query).execute();
}

export function eventsOf(
  db: ShopDatabase,
  orderId: string,
): Promise<{ at: number; kind: string; detail: string | null }[]> {
  const query = db.write.selectFrom('order_event').select(['at', 'kind', 'detail']);
  return query.where('order_id', '=', orderId).orderBy('id').execute();
}
