import { type RawBuilder, sql } from 'kysely';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';
import { cancellationTime } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { cancelLockedOrder } from '#lib/sales/orders/move-order.server.ts';
import { addOrderEvent, changeOrder, existingOrder } from '#lib/sales/orders/record/change-order.server.ts';

const ORDERS_PER_RUN = 100;
/** The sweep runs every 30 seconds. If an order is overdue by this much, the shop was down or its clock was wrong. */
const MAX_OVERDUE_MS = HOUR_MS;
const RELEASE_REASON = 'The order was not confirmed in time.';

/**
 * Reminds customers who have not confirmed their cash orders, and later cancels the orders. The grace period begins
 * with the reminder, so no order is cancelled without a reminder, even if the clock was wrong. If a cancellation is
 * overdue by an hour or more, the grace period begins again.
 */
export async function sweepConfirmations(shop: OrderShop) {
  const extendedCount = await extendOverdue(shop);
  const remindedCount = await forEachDue(shop, isReminderDue, remindCustomer);
  return {
    /** The number of orders that got more time before the cancellation, because the sweep ran too late. */
    extendedCount,
    remindedCount,
    releasedCount: await forEachDue(shop, isReleaseDue, cancelUnconfirmedOrder),
  };
}

const isReminderDue = (at: number) => sql<boolean>`reminded_at is null and asked_at + remind_after_ms <= ${at}`;
/** If no reminder was sent, the condition is null, which SQL does not treat as true. */
const isReleaseDue = (at: number) => sql<boolean>`reminded_at + grace_ms <= ${at}`;
/** The value is a literal, because the index `cash_confirmation_waiting` covers only this value. */
const isWaiting = sql<boolean>`state = 'waiting'`;

function extendOverdue({ db, now }: OrderShop): Promise<number> {
  const at = now();
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('cash_confirmation')
      .set({ reminded_at: at })
      .where(isWaiting)
      .where(isReleaseDue(at - MAX_OVERDUE_MS))
      .executeTakeFirstOrThrow();
    const after = { orders: Number(numUpdatedRows) };
    if (after.orders > 0)
      await recordAudit(tx, { action: 'extend confirmations', record: { kind: 'order', id: '' }, after }, at);
    return after.orders;
  });
}

/** Calls `change` in a separate transaction for each due order. Returns the number of changed orders. */
async function forEachDue(
  shop: OrderShop,
  isDue: (at: number) => RawBuilder<boolean>,
  change: (tx: Tx, shop: OrderShop, orderId: string, at: number) => Promise<boolean>,
): Promise<number> {
  const dueOrders = await shop.db.write
    .selectFrom('cash_confirmation')
    .select('order_id')
    .where(isWaiting)
    .where(isDue(shop.now()))
    .orderBy('asked_at')
    .limit(ORDERS_PER_RUN)
    .execute();
  let changedCount = 0;
  for (const { order_id } of dueOrders)
    if (await transaction(shop.db, (tx) => change(tx, shop, order_id, shop.now()))) changedCount++;
  return changedCount;
}

async function remindCustomer(tx: Tx, shop: OrderShop, orderId: string, at: number): Promise<boolean> {
  const confirmation = await tx
    .updateTable('cash_confirmation')
    .set({ reminded_at: at })
    .where('order_id', '=', orderId)
    .where(isWaiting)
    .where('reminded_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!confirmation) return false;
  await addOrderEvent(tx, orderId, at, 'confirmation_reminded');
  const order = await existingOrder(tx, orderId);
  await mailOrder(tx, shop, order, 'confirm_reminder', { until: cancellationTime(confirmation) });
  return true;
}

/**
 * Cancels an order that was not confirmed in time. The order's row is locked first, also in `confirmOrder`, so that a
 * concurrent confirmation and cancellation can't both take effect. Returns whether the order was cancelled.
 */
async function cancelUnconfirmedOrder(tx: Tx, shop: OrderShop, orderId: string, at: number): Promise<boolean> {
  const order = await changeOrder(tx, orderId, { awaits_confirmation: 1 }, { updated_at: at });
  if (!order) return false;
  const { numUpdatedRows } = await tx
    .updateTable('cash_confirmation')
    .set({ state: 'released', ended_at: at })
    .where('order_id', '=', orderId)
    .where(isWaiting)
    .where(isReleaseDue(at))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const { order: cancelledOrder } = await cancelLockedOrder(tx, shop, order, {
    cancelledBy: 'shop',
    reason: RELEASE_REASON,
    at,
  });
  await addOrderEvent(tx, orderId, at, 'not_confirmed');
  await mailOrder(tx, shop, cancelledOrder, 'not_confirmed');
  return true;
}
