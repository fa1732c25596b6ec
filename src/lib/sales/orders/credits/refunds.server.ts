import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { RefundReason, RefundTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import {
  isOfPayment,
  type Payment,
  paymentStatusAfter,
  refundsCountedPayment,
} from '#lib/sales/orders/credits/refund-status.ts';
import { mailRefundSent } from '#lib/sales/orders/mail/credit-mail.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import {
  addOrderEvent,
  changeLockedOrder,
  hasOrderEvent,
  lockOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';
import { type OrderCredit, PAID_STATUSES } from '#lib/sales/orders/record/order-amounts.ts';

// Callers must lock the order's row before they change a refund, and must not send money inside a transaction.

/**
 * The provider of cash payments. The reference of a cash payment is the order's id, because the courier collects cash
 * for an order only once.
 */
export const CASH = 'cash';

/**
 * Records that a payment must be refunded because the order can't use it. Returns false if this refund is already
 * recorded.
 */
export async function recordRefundDue(
  tx: Tx,
  orderId: string,
  { provider, reference, amount_paise }: Payment & Pick<RefundTable, 'amount_paise'>,
  reason: RefundReason,
  at: number,
): Promise<boolean> {
  const refund = { provider, reference, order_id: orderId, credit_id: null, split_of: null, amount_paise, reason };
  const result = await insertRefund(tx, { ...refund, state: 'due', gateway_refund: null }, at);
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Adds the refunds that a credit makes due, divided among the order's payments: first `refundOf`, then the other online
 * payments, the oldest first, then cash.
 */
export async function addDueRefunds(
  tx: Tx,
  order: OrderRow,
  credit: OrderCredit,
  at: number,
  refundOf?: Payment,
): Promise<void> {
  if (credit.owed_paise === 0) return;
  const sharedColumns = {
    ...{ order_id: order.id, credit_id: credit.id, split_of: null },
    ...{ reason: credit.kind, state: 'due' as const, gateway_refund: null },
  };
  const payments = await onlinePayments(tx, order.id);
  const comesFirst = (payment: Payment) => refundOf !== undefined && isOfPayment(payment, refundOf);
  let leftPaise = credit.owed_paise;
  for (const { provider, reference, leftPaise: refundablePaise } of payments.toSorted(
    (a, b) => +comesFirst(b) - +comesFirst(a),
  )) {
    const amount_paise = Math.min(leftPaise, refundablePaise);
    if (amount_paise > 0) await insertRefund(tx, { ...sharedColumns, provider, reference, amount_paise }, at);
    leftPaise -= amount_paise;
  }
  const cashRefund = { provider: CASH, reference: order.id, amount_paise: leftPaise };
  if (leftPaise > 0) await insertRefund(tx, { ...sharedColumns, ...cashRefund }, at);
}

/** Adds a refund. Changes nothing if the same refund is already recorded. */
export function insertRefund(tx: Tx, row: Omit<RefundTable, 'id' | 'created_at' | 'updated_at'>, at: number) {
  return tx
    .insertInto('refund')
    .values({ id: newId(), ...row, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
}

export interface OnlinePayment extends Payment {
  /** The part of the payment that has not been refunded yet, in paise. */
  leftPaise: number;
}

/**
 * Reads the online payments that count towards the order, the oldest first. Leaves out fully refunded payments, and
 * payments that the order could not use.
 */
export async function onlinePayments(tx: Tx, orderId: string): Promise<OnlinePayment[]> {
  const events = await tx
    .selectFrom('payment_event')
    .select(['provider', 'reference', 'amount_paise'])
    .where('order_id', '=', orderId)
    .where('outcome', '=', 'paid')
    .where('amount_paise', '>', 0)
    .orderBy('at')
    .execute();
  const refunds = await refundsOf(tx, orderId);
  const payments = new Map<string, OnlinePayment>();
  for (const { provider, reference, amount_paise } of events) {
    // The gateway may report one payment with several event ids.
    if (reference === null || payments.has(`${provider} ${reference}`)) continue;
    const paymentRefunds = refunds.filter((refund) => isOfPayment(refund, { provider, reference }));
    if (paymentRefunds.some((refund) => !refundsCountedPayment(refund))) continue;
    const refundedPaise = paymentRefunds.reduce((sum, refund) => sum + refund.amount_paise, 0);
    payments.set(`${provider} ${reference}`, { provider, reference, leftPaise: amount_paise - refundedPaise });
  }
  return [...payments.values()].filter(({ leftPaise }) => leftPaise > 0);
}

/**
 * Records that a refund was sent, and emails the buyer. `gatewayRefundId` is null if the refund was sent manually.
 * Returns false if the refund is already recorded as sent, if its amount has changed, or if the gateway has already
 * reported that the refund failed. A failed refund remains due.
 */
export function recordSentRefund(
  shop: OrderShop,
  refund: RefundTable,
  gatewayRefundId: string | null,
): Promise<boolean> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    await lockOrder(tx, refund.order_id, at);
    if (gatewayRefundId !== null && (await hasRefundFailed(tx, refund.order_id, gatewayRefundId))) return false;
    const sentRefund = await markRefundSent(tx, refund, gatewayRefundId, at);
    if (!sentRefund) return false;
    await reportRefundSent(tx, shop, sentRefund);
    return true;
  });
}

/**
 * Marks a due refund as sent, and returns it. Returns undefined if the refund is no longer due with this amount,
 * because a part may have been sent in the meantime.
 */
export function markRefundSent(
  tx: Tx,
  { id, amount_paise }: Pick<RefundTable, 'id' | 'amount_paise'>,
  gatewayRefundId: string | null,
  at: number,
): Promise<RefundTable | undefined> {
  return tx
    .updateTable('refund')
    .set({ state: 'sent', gateway_refund: gatewayRefundId, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .where('amount_paise', '=', amount_paise)
    .returningAll()
    .executeTakeFirst();
}

/** Adds a sent refund to the history, updates the payment status, and emails the buyer. */
export async function reportRefundSent(
  tx: Tx,
  shop: OrderShop,
  sentRefund: Pick<RefundTable, 'order_id' | 'amount_paise' | 'provider' | 'gateway_refund'>,
): Promise<void> {
  await addOrderEvent(tx, sentRefund.order_id, shop.now(), 'refunded', sentRefund.gateway_refund ?? 'by hand');
  await mailRefundSent(tx, shop, await updatePaymentStatus(tx, sentRefund.order_id, shop.now()), sentRefund);
}

/** Returns whether the gateway has reported that this refund failed. */
export function hasRefundFailed(tx: Tx, orderId: string, gatewayRefundId: string): Promise<boolean> {
  return hasOrderEvent(tx, orderId, 'refund_failed', gatewayRefundId);
}

/**
 * Updates the payment status of a paid order according to its refunds, and returns the order. Locks the order's row.
 */
export async function updatePaymentStatus(tx: Tx, orderId: string, at: number): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId, at);
  if (!PAID_STATUSES.has(order.payment_status)) return order;
  const refunds = await refundsOf(tx, orderId);
  const status = paymentStatusAfter(order, refunds, await uncollectedPaise(tx, orderId));
  if (status === order.payment_status) return order;
  return changeLockedOrder(tx, orderId, { payment_status: status, updated_at: at });
}

/** Reads the part of all credits that was never paid, in paise. This part only reduced the amount to be paid. */
async function uncollectedPaise(tx: Tx, orderId: string): Promise<number> {
  const credits = await tx
    .selectFrom('order_credit')
    .select(['total_paise', 'owed_paise'])
    .where('order_id', '=', orderId)
    .execute();
  return credits.reduce((sum, { total_paise, owed_paise }) => sum + total_paise - owed_paise, 0);
}

/** Reads the refunds of an order, the oldest first. If `state` is given, reads only refunds in this state. */
export function refundsOf(
  db: Pick<ShopDatabase['write'], 'selectFrom'>,
  orderId: string,
  state?: RefundTable['state'],
): Promise<RefundTable[]> {
  const query = db.selectFrom('refund').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id');
  return (state ? query.where('state', '=', state) : query).execute();
}
