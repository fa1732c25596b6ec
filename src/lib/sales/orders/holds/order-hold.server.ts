import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { checkHold, type HoldShop } from '#lib/sales/orders/holds/hold-limits.server.ts';
import { returnCoupon } from '#lib/sales/orders/holds/order-coupon.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import {
  addOrderEvent,
  changeLockedOrder,
  changeOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';
import { deductStockAgain, returnStock, stockedLines } from '#lib/sales/orders/record/order-stock.server.ts';

// If a buyer postpones the payment, the items are released. They are reserved again when the buyer starts to pay.

const SOLD_OUT =
  'Some of these goods have been sold in the meantime. Nothing was charged for this order; please place a new order for the items that are still available.';
const NOT_PENDING = 'This order is no longer waiting for payment.';

/** Puts the items of an unpaid order back into stock. Returns whether the order was unpaid and held stock. */
export function releaseHold(shop: Pick<OrderShop, 'db' | 'now'>, orderId: string): Promise<boolean> {
  return transaction(shop.db, (tx) => releaseInTransaction(tx, orderId, shop.now()));
}

async function releaseInTransaction(tx: Tx, orderId: string, at: number): Promise<boolean> {
  const order = await changeOrder(
    tx,
    orderId,
    { order_status: ['pending'], payment_status: ['unpaid'], stock_held: 1 },
    { stock_held: 0, updated_at: at },
  );
  if (!order) return false;
  await returnStock(tx, await stockedLines(tx, orderId), { why: 'released', at, orderId });
  await addOrderEvent(tx, orderId, at, 'let_go');
  return true;
}

/** Releases the other holds of the owner, because a customer or cart may hold the stock of only one unpaid order. */
export async function releaseOtherHolds(tx: Tx, owner: string, orderId: string, at: number): Promise<void> {
  const otherOrders = await tx
    .selectFrom('stock_hold')
    .innerJoin('orders', 'orders.id', 'stock_hold.order_id')
    .select('orders.id')
    .where('owner', '=', owner)
    .where('orders.id', '!=', orderId)
    .where('payment_status', '=', 'unpaid')
    .where('stock_held', '=', 1)
    .orderBy('orders.id')
    .execute();
  for (const { id } of otherOrders) await releaseInTransaction(tx, id, at);
}

/**
 * Reserves the items of an unpaid order again if they were released. Throws `conflict` if an item is sold out or the
 * order is no longer waiting for payment, and `too_many` if the buyer's unpaid orders would hold too much stock.
 */
export function renewHold(shop: HoldShop, orderId: string): Promise<void> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const order = await lockPendingOrder(tx, orderId, at);
    if (!order || (order.hold_until ?? 0) <= at) throw new ShopError('conflict', NOT_PENDING);
    if (order.stock_held === 1) return;
    const hold = await tx.selectFrom('stock_hold').selectAll().where('order_id', '=', orderId).executeTakeFirst();
    if (hold) await releaseOtherHolds(tx, hold.owner, orderId, at);
    await reserveAgain(tx, order, at);
    if (hold) await checkHold(tx, shop, { ...hold, created_at: at }, true);
  });
}

/** Locks the order's row, and returns the order; returns undefined if the order is not waiting for payment. */
export function lockPendingOrder(tx: Tx, orderId: string, at: number): Promise<OrderRow | undefined> {
  return changeOrder(tx, orderId, { order_status: ['pending'], payment_status: ['unpaid'] }, { updated_at: at });
}

/** Reserves the items of an order if the order does not hold them. Throws `conflict` if an item is sold out. */
export async function reserveAgain(tx: Tx, order: OrderRow, at: number): Promise<void> {
  if (order.stock_held === 1) return;
  const cause = { why: 'order', at, orderId: order.id } as const;
  if (!(await deductStockAgain(tx, await stockedLines(tx, order.id), cause))) throw new ShopError('conflict', SOLD_OUT);
  await changeOrder(tx, order.id, {}, { stock_held: 1, updated_at: at });
  await addOrderEvent(tx, order.id, at, 'held_again');
}

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
    const order = await changeLockedOrder(tx, orderId, {
      order_status: 'cancelled',
      payment_status: 'failed',
      stock_held: 0,
      hold_until: null,
      updated_at: at,
    });
    if (pendingOrder.stock_held === 1)
      await returnStock(tx, await stockedLines(tx, orderId), { why: 'released', at, orderId });
    await returnCoupon(tx, orderId);
    await addOrderEvent(tx, orderId, at, 'released');
    await mailOrder(tx, shop, order, 'released');
    return true;
  });
}
