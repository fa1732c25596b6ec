import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ordersWithStatus } from '#lib/sales/orders/list/filter-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { BEING_PREPARED } from '#lib/sales/orders/record/orders.ts';

/** Returns the ids of the orders in `processing` that are not packed, the oldest order first. */
export async function ordersToPack({ read }: Pick<ShopDatabase, 'read'>, limit: number): Promise<string[]> {
  const orders = await ordersWithStatus(read.selectFrom('orders').select('id'), 'to_pack')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return orders.map(({ id }) => id);
}

interface NextToPack {
  next: Pick<OrderRow, 'id' | 'number'> | undefined;
  /** The number of orders in the selection that can still be packed, excluding the order that is open. */
  remainingCount: number;
}

/**
 * Finds the next order in the selection that can be packed. After the last order of the selection, the search continues
 * with the first.
 */
export async function nextToPack(
  { write }: Pick<ShopDatabase, 'write'>,
  selection: readonly string[],
  openOrderId: string,
): Promise<NextToPack> {
  const otherIds = selection.filter((id) => id !== openOrderId);
  if (otherIds.length === 0) return { next: undefined, remainingCount: 0 };
  const packableOrders = await write
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('id', 'in', otherIds)
    .where('order_status', 'in', BEING_PREPARED)
    .where('packed_at', 'is', null)
    .where('awaits_confirmation', '=', 0)
    .execute();
  const openIndex = selection.indexOf(openOrderId);
  const followingIds = [...selection.slice(openIndex + 1), ...selection.slice(0, Math.max(0, openIndex))];
  const nextId = followingIds.find((id) => packableOrders.some((order) => order.id === id));
  return { next: packableOrders.find(({ id }) => id === nextId), remainingCount: packableOrders.length };
}
