import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import type { HoldShop } from '#lib/sales/orders/holds/hold-limits.server.ts';
import { returnCoupon } from '#lib/sales/orders/holds/order-coupon.server.ts';
import { lockPendingOrder } from '#lib/sales/orders/holds/order-hold.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, changeOrderOrThrow } from '#lib/sales/orders/record/change-order.server.ts';
import { returnStock, stockedLines } from '#lib/sales/orders/record/order-stock.server.ts';

const ORDERS_PER_RUN = 100;
/**
 * If a hold is overdue by this time or more, it is extended instead of ended. The sweep runs every 30 seconds, so
 * such a delay means that the shop was down or its clock was wrong.
 */
const MAX_OVERDUE_MS = HOUR_MS;

/**
 * Extends the holds of unpaid orders that are overdue by an hour or more, so that their buyers can still pay. Cancels
 * the other unpaid orders whose hold has ended, up to 100 per run. Returns the numbers of extended and cancelled
 * orders.
 */
export async function sweepHolds(shop: HoldShop): Promise<{ extendedCount: number; cancelledCount: number }> {
  return { extendedCount: await extendOverdue(shop), cancelledCount: await cancelOverdueOrders(shop) };
}

function extendOverdue({ db, now, settings }: HoldShop): Promise<number> {
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ hold_until: now() + settings.holds.holdMs })
      .where('hold_until', '<=', now() - MAX_OVERDUE_MS)
      .where('payment_status', '=', 'unpaid')
      .executeTakeFirstOrThrow();
    const extendedCount = Number(numUpdatedRows);
    const after = { orders: extendedCount };
    if (extendedCount > 0)
      await recordAudit(tx, { action: 'extend holds', record: { kind: 'order', id: '' }, after }, now());
    return extendedCount;
  });
}

/**
 * Cancels orders that were not paid in time, up to 100 per run, and returns the number of cancelled orders. Any process
 * may call this function at any time, because each order is cancelled only once.
 */
export async function cancelOverdueOrders(shop: OrderShop): Promise<number> {
  const overdueOrders = await shop.db.write
    .selectFrom('orders')
    .select('id')
    .where('hold_until', '<=', shop.now())
    .where('payment_status', '=', 'unpaid')
    .orderBy('hold_until')
    .limit(ORDERS_PER_RUN)
    .execute();
  let cancelledCount = 0;
  for (const { id } of overdueOrders) if (await cancelUnpaidOrder(shop, id)) cancelledCount++;
  return cancelledCount;
}

function cancelUnpaidOrder(shop: OrderShop, orderId: string): Promise<boolean> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const pendingOrder = await lockPendingOrder(tx, orderId, at);
    if (!pendingOrder) return false;
    const order = await changeOrderOrThrow(
      tx,
      orderId,
      {},
      { order_status: 'cancelled', payment_status: 'failed', stock_held: 0, hold_until: null, updated_at: at },
    );
    if (pendingOrder.stock_held === 1)
      await returnStock(tx, await stockedLines(tx, orderId), { why: 'released', at, orderId });
    await returnCoupon(tx, orderId);
    await addOrderEvent(tx, orderId, at, 'released');
    await mailOrder(tx, shop, order, 'released');
    return true;
  });
}
