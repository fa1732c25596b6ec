import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { ordersWithStatus } from '#lib/sales/orders/list/filter-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { BEING_PREPARED } from '#lib/sales/orders/record/orders.ts';

/** The ids of orders in `processing` that are not packed, the oldest first. */
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
  /** How many orders of the selection can still be packed, excluding the open one. */
  left: number;
}

/** The next order of the selection that can be packed. After the last one, the search continues at the first. */
export async function nextToPack(
  { write }: Pick<ShopDatabase, 'write'>,
  selection: readonly string[],
  openId: string,
): Promise<NextToPack> {
  const others = selection.filter((id) => id !== openId);
  if (others.length === 0) return { next: undefined, left: 0 };
  const waiting = await write
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('id', 'in', others)
    .where('order_status', 'in', BEING_PREPARED)
    .where('packed_at', 'is', null)
    .where('awaits_confirmation', '=', 0)
    .execute();
  const at = selection.indexOf(openId);
  const following = [...selection.slice(at + 1), ...selection.slice(0, Math.max(0, at))];
  const nextId = following.find((id) => waiting.some((order) => order.id === id));
  return { next: waiting.find(({ id }) => id === nextId), left: waiting.length };
}
