import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { MoveOptions } from '#lib/sales/orders/move-order.server.ts';
import {
  addOrderEvent,
  changeOrderOrThrow,
  existingOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';

/** Returns the reason that the cash for an order can't be recorded as received; undefined if it can be recorded. */
export function receiveCashRefusal({ cash_due, cash_remitted_at }: Pick<OrderRow, 'cash_due' | 'cash_remitted_at'>) {
  if (cash_due === 1) return undefined;
  return cash_remitted_at === null
    ? 'No courier owes cash for this order.'
    : 'The cash for this order was already recorded.';
}

/**
 * Records that the courier has paid the collected cash to the shop. Returns the changed order. Throws `not_found` if
 * the order does not exist, and `conflict` if the courier owes no cash for it, if the cash was already recorded, or if
 * the order has another version.
 */
export function receiveCash(
  shop: OrderShop,
  orderId: string,
  { version, afterChange }: MoveOptions = {},
): Promise<OrderRow> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const before = await existingOrder(tx, orderId, version);
    const refusal = receiveCashRefusal(before);
    if (refusal !== undefined) throw new ShopError('conflict', refusal);
    const columns = { cash_due: 0, cash_remitted_at: at, updated_at: at };
    const order = await changeOrderOrThrow(tx, orderId, { updated_at: before.updated_at }, columns);
    await addOrderEvent(tx, orderId, at, 'cash_received');
    await afterChange?.(tx, order);
    return order;
  });
}

/**
 * Reads the cash that the courier collected for each order, in paise by order id: the total, minus a paid advance and
 * the unpaid part of credits that were written before the delivery.
 */
export async function collectedCash(
  { write }: Pick<ShopDatabase, 'write'>,
  orders: readonly Pick<OrderRow, 'id' | 'total_paise' | 'delivered_at' | 'advance_paise' | 'advance_paid'>[],
): Promise<Map<string, number>> {
  const paiseByOrder = new Map(
    orders.map((order) => [order.id, order.total_paise - order.advance_paise * order.advance_paid]),
  );
  if (orders.length === 0) return paiseByOrder;
  const credits = await write
    .selectFrom('order_credit')
    .innerJoin('orders', 'orders.id', 'order_credit.order_id')
    .select(['order_id', sql<number>`order_credit.total_paise - order_credit.owed_paise`.as('paise')])
    .where('order_id', 'in', [...paiseByOrder.keys()])
    .whereRef('order_credit.created_at', '<=', 'orders.delivered_at')
    .execute();
  for (const { order_id, paise } of credits) paiseByOrder.set(order_id, (paiseByOrder.get(order_id) ?? 0) - paise);
  return paiseByOrder;
}
