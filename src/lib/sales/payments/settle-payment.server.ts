import type { Tx } from '#lib/platform/db/db.server.ts';
import type { PaymentEventTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { talliesOf } from '#lib/platform/telemetry/tallies.ts';
import { recordRefundDue, settlePaymentStatus } from '#lib/sales/orders/credits/refunds.server.ts';
import { returnCoupon } from '#lib/sales/orders/holds/order-coupon.server.ts';
import { notifyNewOrder, notifyPaymentTrouble } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { linesOfOrder, retakeStock } from '#lib/sales/orders/record/order-stock.server.ts';
import { ORDER_NOT_FOUND } from '#lib/sales/orders/record/orders.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

export interface PaymentReport {
  orderId: string;
  provider: string;
  eventId: string;
  outcome: 'paid' | 'failed';
  amountPaise: number;
  reference: string;
}

/** In the last four cases the money is refunded to the buyer. */
export type Settlement =
  | 'paid'
  | 'failed'
  | 'repeated'
  | 'already_paid'
  | 'not_awaited'
  | 'too_late'
  | 'paid_twice'
  | 'paid_at_door'
  | 'wrong_amount';

export interface Settled {
  settlement: Settlement;
  orderStatus: OrderRow['order_status'];
  paymentStatus: OrderRow['payment_status'];
}

/** Each report counts once, whatever their order; `paid` is final. Throws `not_found` (product.md, "Payment"). */
export async function settlePayment(shop: OrderShop, report: PaymentReport): Promise<Settled> {
  const settled = await transaction(shop.db, async (tx) => {
    const order = await tx.selectFrom('orders').selectAll().where('id', '=', report.orderId).executeTakeFirst();
    if (!order) throw new ShopError('not_found', ORDER_NOT_FOUND);
    const settlement = (await isNew(tx, shop, report)) ? await settle(tx, shop, order, report) : 'repeated';
    const after = await tx
      .selectFrom('orders')
      .select(['order_status', 'payment_status'])
      .where('id', '=', report.orderId)
      .executeTakeFirstOrThrow();
    return { settlement, orderStatus: after.order_status, paymentStatus: after.payment_status };
  });
  if (settled.settlement !== 'repeated') talliesOf(shop.db).payments.add(report.provider, settled.settlement);
  return settled;
}

async function isNew(tx: Tx, { now }: OrderShop, report: PaymentReport): Promise<boolean> {
  const event: PaymentEventTable = {
    provider: report.provider,
    event_id: report.eventId,
    order_id: report.orderId,
    at: now(),
    outcome: report.outcome,
    amount_paise: report.amountPaise,
    reference: report.reference,
  };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('payment_event')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function settle(tx: Tx, shop: OrderShop, order: OrderRow, report: PaymentReport): Promise<Settlement> {
  const at = shop.now();
  // Locks the order until the end, so that nobody releases or retakes its goods meanwhile.
  await changeOrder(tx, order.id, {}, { updated_at: at });
  if (report.outcome === 'failed') return recordFailure(tx, shop, order, report);
  if (report.amountPaise !== order.total_paise) return refundUnexpectedPayment(tx, shop, order.id, report);
  const paid = await changeOrder(
    tx,
    order.id,
    { order_status: ['pending'], payment_status: ['unpaid'], stock_held: 1 },
    { order_status: 'placed', payment_status: 'paid', paid_at: at, hold_until: null, updated_at: at },
  );
  if (!paid) return settleLate(tx, shop, order.id, report);
  await recordPaid(tx, shop, paid, report);
  return 'paid';
}

async function recordPaid(tx: Tx, shop: OrderShop, order: OrderRow, { reference }: PaymentReport): Promise<void> {
  await addOrderEvent(tx, order.id, shop.now(), 'paid', reference);
  const lines = await tx.selectFrom('order_line').selectAll().where('order_id', '=', order.id).execute();
  await mailOrder(tx, shop, order, 'payment_received', { lines });
  await notifyNewOrder(tx, shop, order, lines);
}

async function recordFailure(tx: Tx, shop: OrderShop, order: OrderRow, report: PaymentReport): Promise<Settlement> {
  const waiting = await changeOrder(
    tx,
    order.id,
    { order_status: ['pending'], payment_status: ['unpaid'] },
    { updated_at: shop.now() },
  );
  if (!waiting) return 'not_awaited';
  const failures = await tx
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', order.id)
    .where('kind', '=', 'payment_failed')
    .execute();
  await addOrderEvent(tx, order.id, shop.now(), 'payment_failed', report.reference);
  if (failures.length === 0) await mailOrder(tx, shop, waiting, 'payment_failed');
  return 'failed';
}

/**
 * For an order that no longer holds stock: reopens it if that is allowed and the stock is available, otherwise refunds
 * the money.
 */
async function settleLate(tx: Tx, shop: OrderShop, orderId: string, report: PaymentReport): Promise<Settlement> {
  const at = shop.now();
  const released = await closeAsPaidLate(tx, orderId, RELEASED, at);
  const closed = released ?? (await closeAsPaidLate(tx, orderId, NOT_PAID, at));
  if (!closed) return refundUnexpectedPayment(tx, shop, orderId, report);
  const placed = released || (await mayReopen(tx, orderId)) ? await reopen(tx, orderId, at) : undefined;
  if (placed) {
    await recordPaid(tx, shop, placed, report);
    return 'paid';
  }
  if (released) await returnCoupon(tx, orderId);
  await recordRefundDue(tx, orderId, refundOf(report), 'too_late', at);
  await addOrderEvent(tx, orderId, at, 'too_late', report.reference);
  await mailOrder(tx, shop, closed, 'too_late');
  await notifyPaymentTrouble(tx, shop, closed, refundNotice(report.amountPaise, 'too_late'));
  return 'too_late';
}

type OrderState = Parameters<typeof changeOrder>[2];
const RELEASED: OrderState = { order_status: ['pending'], payment_status: ['unpaid'], stock_held: 0 };
const NOT_PAID: OrderState = { order_status: ['cancelled'], payment_status: ['failed'] };

/** Locks the order's row, so that no other process reopens the order at the same time. */
function closeAsPaidLate(tx: Tx, orderId: string, from: OrderState, at: number): Promise<OrderRow | undefined> {
  return changeOrder(tx, orderId, from, {
    order_status: 'cancelled',
    payment_status: 'refund_due',
    paid_at: at,
    hold_until: null,
    updated_at: at,
  });
}

/** `undefined` if its items have been sold meanwhile. */
async function reopen(tx: Tx, orderId: string, at: number): Promise<OrderRow | undefined> {
  const isAvailable = await retakeStock(tx, await linesOfOrder(tx, orderId), { why: 'order', at, orderId });
  if (!isAvailable) return undefined;
  return changeOrder(
    tx,
    orderId,
    {},
    { order_status: 'placed', payment_status: 'paid', stock_held: 1, hold_until: null, updated_at: at },
  );
}

/** An expired order is reopened; one that the buyer cancelled is not. */
async function mayReopen(tx: Tx, orderId: string): Promise<boolean> {
  const event = await tx
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'released')
    .executeTakeFirst();
  return event !== undefined;
}

async function refundUnexpectedPayment(
  tx: Tx,
  shop: OrderShop,
  orderId: string,
  report: PaymentReport,
): Promise<Settlement> {
  const at = shop.now();
  const payments = await tx
    .selectFrom('payment_event')
    .select('event_id')
    .where('order_id', '=', orderId)
    .where('outcome', '=', 'paid')
    .where('reference', '=', report.reference)
    .execute();
  // A webhook and our own status query report one payment with two event ids.
  if (payments.length > 1) return 'already_paid';
  const before = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const reason = refundReason(before);
  await addOrderEvent(tx, orderId, at, reason, `${report.reference}: ${priceText(report.amountPaise)}`);
  if (report.amountPaise <= 0) return reason;
  if (!(await recordRefundDue(tx, orderId, refundOf(report), reason, at))) return 'already_paid';
  const order = await settlePaymentStatus(tx, orderId, at);
  await mailOrder(tx, shop, order, reason, { paise: report.amountPaise });
  await notifyPaymentTrouble(tx, shop, order, refundNotice(report.amountPaise, reason));
  return reason;
}

function refundNotice(paise: number, reason: ReturnType<typeof refundReason>): string {
  return `${priceText(paise)} was paid ${WHY_REFUNDED[reason]}, so a refund is due.`;
}

const WHY_REFUNDED = {
  paid_twice: 'for an order that was already paid',
  too_late: 'after the order was cancelled',
  paid_at_door: 'online for a cash order',
  wrong_amount: 'instead of the amount of the order',
};

function refundReason(order: OrderRow): 'paid_twice' | 'too_late' | 'paid_at_door' | 'wrong_amount' {
  if (order.payment_method !== 'cod' && order.paid_at !== null) return 'paid_twice';
  if (order.order_status === 'cancelled') return 'too_late';
  return order.payment_method === 'cod' ? 'paid_at_door' : 'wrong_amount';
}

function refundOf({ provider, reference, amountPaise }: PaymentReport) {
  return { provider, reference, amount_paise: amountPaise };
}
