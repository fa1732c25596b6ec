import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { salesCounters } from '#lib/platform/telemetry/sales-counters.ts';
import { recordRefundDue, updatePaymentStatus } from '#lib/sales/orders/credits/refunds.server.ts';
import { returnCoupon } from '#lib/sales/orders/holds/order-coupon.server.ts';
import { lockPendingOrder } from '#lib/sales/orders/holds/order-hold.server.ts';
import { notifyNewOrder, notifyPaymentTrouble } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import {
  addOrderEvent,
  changeOrder,
  existingOrder,
  hasOrderEvent,
  lockOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';
import { deductStockAgain, stockedLines } from '#lib/sales/orders/record/order-stock.server.ts';
import { readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import type { PaymentReport } from '#lib/sales/payments/payments.ts';
import { payInsteadOfCash } from '#lib/sales/payments/switch-payment.server.ts';
import { refundNotice, refundReason } from '#lib/sales/payments/unexpected-payment.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/**
 * How a report was settled. `repeated`: the same event was reported before. `already_paid`: the same payment was
 * reported before, with another event id. `not_awaited`: a payment failed for an order that is not awaiting one. For
 * the last four values, a refund to the buyer becomes due.
 */
export type Settlement =
  | 'paid'
  | 'failed'
  | 'repeated'
  | 'already_paid'
  | 'not_awaited'
  | ReturnType<typeof refundReason>;

export type SettlementResult = Awaited<ReturnType<typeof settlePayment>>;

/**
 * Applies a report about a payment to its order. Each report counts once. Reports may arrive in any sequence: a failure
 * that is reported after the payment changes nothing. Throws `not_found` if the order does not exist.
 */
export async function settlePayment(shop: OrderShop, report: PaymentReport) {
  const result = await transaction(shop.db, async (tx) => {
    // Throws `not_found` if there is no such order.
    await existingOrder(tx, report.orderId);
    const settlement = (await recordIfNew(tx, shop, report)) ? await settle(tx, shop, report) : 'repeated';
    const { order_status: orderStatus, payment_status: paymentStatus } = await existingOrder(tx, report.orderId);
    return { settlement, orderStatus, paymentStatus };
  });
  if (result.settlement !== 'repeated') salesCounters(shop.db).payments.add(report.provider, result.settlement);
  return result;
}

/** Records the event. Returns false if the event was recorded before. */
async function recordIfNew(tx: Tx, { now }: OrderShop, report: PaymentReport): Promise<boolean> {
  const { provider, outcome, reference } = report;
  const { eventId: event_id, orderId: order_id, amountPaise: amount_paise } = report;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_event')
    .values({ provider, event_id, order_id, at: now(), outcome, amount_paise, reference })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function settle(tx: Tx, shop: OrderShop, report: PaymentReport): Promise<Settlement> {
  const at = shop.now();
  // The order is locked until the transaction ends, so that its stock is not released or reserved concurrently.
  const order = await lockOrder(tx, report.orderId, at);
  if (report.outcome === 'failed') return recordFailure(tx, shop, report);
  if (report.purpose === 'instead') {
    const repricedOrder = await payInsteadOfCash(tx, shop, order, report);
    return repricedOrder ? 'paid' : refundUnexpectedPayment(tx, shop, report);
  }
  if (report.amountPaise !== expectedPaise(order, report)) return refundUnexpectedPayment(tx, shop, report);
  const paidOrder = await changeOrder(
    tx,
    order.id,
    { order_status: ['pending'], payment_status: ['unpaid'], stock_held: 1 },
    { order_status: 'placed', ...paymentColumns(order, at), hold_until: null, updated_at: at },
  );
  if (!paidOrder) return settleLate(tx, shop, report);
  await recordPayment(tx, shop, paidOrder, report);
  return 'paid';
}

/**
 * Returns the amount that the order awaits, in paise; undefined if the purpose does not match the order, or if the
 * advance is already paid.
 */
function expectedPaise(order: OrderRow, { purpose = 'order' }: PaymentReport): number | undefined {
  const awaitedPurpose = order.advance_paise > 0 ? 'advance' : 'order';
  if (purpose !== awaitedPurpose || order.advance_paid === 1) return undefined;
  return purpose === 'advance' ? order.advance_paise : order.total_paise;
}

/**
 * Returns the payment columns of an order after its payment. If the payment was an advance, the rest is paid in cash.
 */
function paymentColumns({ advance_paise }: OrderRow, at: number) {
  return advance_paise > 0
    ? ({ payment_status: 'cod', advance_paid: 1, paid_at: null } as const)
    : ({ payment_status: 'paid', paid_at: at } as const);
}

async function recordPayment(tx: Tx, shop: OrderShop, order: OrderRow, { reference }: PaymentReport): Promise<void> {
  await addOrderEvent(tx, order.id, shop.now(), 'paid', reference);
  const lines = await readOrderLines(tx, order.id);
  await mailOrder(tx, shop, order, 'payment_received', { lines });
  await notifyNewOrder(tx, shop, order, lines);
}

async function recordFailure(tx: Tx, shop: OrderShop, { orderId, reference }: PaymentReport): Promise<Settlement> {
  const pendingOrder = await lockPendingOrder(tx, orderId, shop.now());
  if (!pendingOrder) return 'not_awaited';
  const isFirstFailure = !(await hasOrderEvent(tx, orderId, 'payment_failed'));
  await addOrderEvent(tx, orderId, shop.now(), 'payment_failed', reference);
  if (isFirstFailure) await mailOrder(tx, shop, pendingOrder, 'payment_failed');
  return 'failed';
}

/**
 * Handles a payment for an order that no longer holds stock or no longer awaits a payment. Reopens the order if this is
 * allowed and the stock is available. If not, a refund becomes due.
 */
async function settleLate(tx: Tx, shop: OrderShop, report: PaymentReport): Promise<Settlement> {
  const at = shop.now();
  const { orderId } = report;
  const releasedOrder = await cancelAsPaidLate(tx, orderId, PENDING_WITHOUT_STOCK, at);
  const cancelledOrder = releasedOrder ?? (await cancelAsPaidLate(tx, orderId, CANCELLED_UNPAID, at));
  if (!cancelledOrder) return refundUnexpectedPayment(tx, shop, report);
  // An order that was cancelled because it was not paid in time is reopened, but not an order that was cancelled for
  // any other reason.
  const mayReopen = releasedOrder || (await hasOrderEvent(tx, orderId, 'released'));
  const reopenedOrder = mayReopen ? await reopen(tx, cancelledOrder, at) : undefined;
  if (reopenedOrder) {
    await recordPayment(tx, shop, reopenedOrder, report);
    return 'paid';
  }
  if (releasedOrder) await returnCoupon(tx, orderId);
  await recordRefundDue(tx, orderId, refundOf(report), 'too_late', at);
  await addOrderEvent(tx, orderId, at, 'too_late', report.reference);
  await mailOrder(tx, shop, cancelledOrder, 'too_late');
  await notifyPaymentTrouble(tx, shop, cancelledOrder, refundNotice(report.amountPaise, 'too_late'));
  return 'too_late';
}

type OrderState = Parameters<typeof changeOrder>[2];
const PENDING_WITHOUT_STOCK: OrderState = { order_status: ['pending'], payment_status: ['unpaid'], stock_held: 0 };
const CANCELLED_UNPAID: OrderState = { order_status: ['cancelled'], payment_status: ['failed'] };

/**
 * Cancels an order that was paid late, with a refund due; `reopen` may reverse this. Returns undefined if the order is
 * not in the state `from`.
 */
function cancelAsPaidLate(tx: Tx, orderId: string, from: OrderState, at: number): Promise<OrderRow | undefined> {
  return changeOrder(tx, orderId, from, {
    order_status: 'cancelled',
    payment_status: 'refund_due',
    paid_at: at,
    hold_until: null,
    updated_at: at,
  });
}

/** Reserves the items and places the order again. Returns undefined if the items have been sold in the meantime. */
async function reopen(tx: Tx, order: OrderRow, at: number): Promise<OrderRow | undefined> {
  const { id: orderId } = order;
  const isAvailable = await deductStockAgain(tx, await stockedLines(tx, orderId), { why: 'order', at, orderId });
  if (!isAvailable) return undefined;
  return changeOrder(
    tx,
    orderId,
    {},
    {
      order_status: 'placed',
      ...paymentColumns(order, order.paid_at ?? at),
      stock_held: 1,
      hold_until: null,
      updated_at: at,
    },
  );
}

async function refundUnexpectedPayment(tx: Tx, shop: OrderShop, report: PaymentReport): Promise<Settlement> {
  const at = shop.now();
  const { orderId } = report;
  const payments = await tx
    .selectFrom('payment_event')
    .select('event_id')
    .where('order_id', '=', orderId)
    .where('outcome', '=', 'paid')
    .where('reference', '=', report.reference)
    .execute();
  // A webhook and a status query report one payment with two event ids.
  if (payments.length > 1) return 'already_paid';
  const reason = refundReason(await existingOrder(tx, orderId), report);
  await addOrderEvent(tx, orderId, at, reason, `${report.reference}: ${priceText(report.amountPaise)}`);
  if (report.amountPaise <= 0) return reason;
  if (!(await recordRefundDue(tx, orderId, refundOf(report), reason, at))) return 'already_paid';
  const order = await updatePaymentStatus(tx, orderId, at);
  await mailOrder(tx, shop, order, reason, { amountPaise: report.amountPaise });
  await notifyPaymentTrouble(tx, shop, order, refundNotice(report.amountPaise, reason));
  return reason;
}

function refundOf({ provider, reference, amountPaise }: PaymentReport) {
  return { provider, reference, amount_paise: amountPaise };
}
