import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { writeCredit } from '#lib/sales/orders/credits/credit-order.server.ts';
import {
  type GatewayRefund,
  isOfPayment,
  matchDueRefunds,
  type Payment,
} from '#lib/sales/orders/credits/refund-status.ts';
import {
  CASH,
  hasRefundFailed,
  insertRefund,
  markRefundSent,
  onlinePayments,
  refundsOf,
  reportRefundSent,
  updatePaymentStatus,
} from '#lib/sales/orders/credits/refunds.server.ts';
import { notifyPaymentTrouble } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import {
  addOrderEvent,
  hasOrderEvent,
  lockOrder,
  type OrderRow,
} from '#lib/sales/orders/record/change-order.server.ts';
import { creditAmount, creditRemaining } from '#lib/sales/orders/record/credit.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { RECORD_MANUAL_REFUND } from '#lib/sales/orders/record/orders.ts';
import { amountsOf, creditsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/**
 * Counts a refund that the gateway reports, once: settles the due refunds with it, and credits the rest to the order.
 * Returns whether any part of the refund was counted. Returns false if the refund is already recorded or has failed, if
 * the payment does not belong to this shop, or if nothing that was paid is left to refund.
 */
export async function recordGatewayRefund(shop: OrderShop, report: GatewayRefund): Promise<boolean> {
  const orderId = await orderOfPayment(shop, report);
  if (orderId === undefined) return false;
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId, at);
    const isKnown = (await refundsOf(tx, orderId)).some((refund) => refund.gateway_refund === report.refundId);
    if (isKnown || (await hasRefundFailed(tx, orderId, report.refundId))) return false;
    const unexpectedPaise = await settleDueRefunds(tx, orderId, report, at);
    const creditedPaise =
      unexpectedPaise > 0 ? await creditUnexpectedRefund(tx, shop, order, report, unexpectedPaise) : 0;
    const countedPaise = report.amountPaise - unexpectedPaise + creditedPaise;
    if (countedPaise === 0) return false;
    const { provider, refundId: gateway_refund } = report;
    await reportRefundSent(tx, shop, { order_id: orderId, amount_paise: countedPaise, provider, gateway_refund });
    return true;
  });
}

/**
 * Returns the id of the order to which a payment or refund belongs; undefined if the payment is unknown to this shop.
 */
export async function orderOfPayment(
  { db }: Pick<OrderShop, 'db'>,
  { provider, reference }: Payment,
): Promise<string | undefined> {
  const find = (table: 'payment_event' | 'refund') =>
    db.write
      .selectFrom(table)
      .select('order_id')
      .where('provider', '=', provider)
      .where('reference', '=', reference)
      .limit(1)
      .executeTakeFirst();
  return ((await find('refund')) ?? (await find('payment_event')))?.order_id;
}

/** Marks due refunds as sent. Returns the part of the reported amount that was not due, in paise. */
async function settleDueRefunds(tx: Tx, orderId: string, report: GatewayRefund, at: number): Promise<number> {
  const { matches, leftPaise } = matchDueRefunds(await refundsOf(tx, orderId, 'due'), report);
  for (const { refund, paise } of matches) {
    if (paise < refund.amount_paise) await splitDueRefund(tx, refund, paise, report.refundId, at);
    else await markRefundSent(tx, refund, report.refundId, at);
  }
  return leftPaise;
}

async function splitDueRefund(
  tx: Tx,
  refund: RefundTable,
  paise: number,
  gatewayRefundId: string,
  at: number,
): Promise<void> {
  await tx
    .updateTable('refund')
    .set({ amount_paise: refund.amount_paise - paise, updated_at: at })
    .where('id', '=', refund.id)
    .execute();
  const { id, created_at: _created, updated_at: _updated, ...copiedColumns } = refund;
  await insertRefund(
    tx,
    { ...copiedColumns, split_of: id, amount_paise: paise, state: 'sent', gateway_refund: gatewayRefundId },
    at,
  );
}

/**
 * Credits a refund that was not due, up to the amount that was paid and has not been refunded yet. Returns the credited
 * part, in paise. The rest is only recorded in the history.
 */
async function creditUnexpectedRefund(
  tx: Tx,
  shop: OrderShop,
  order: OrderRow,
  report: GatewayRefund,
  paise: number,
): Promise<number> {
  const at = shop.now();
  const payment = (await onlinePayments(tx, order.id)).find((candidate) => isOfPayment(candidate, report));
  const lines = await readOrderLines(tx, order.id);
  const amounts = await amountsOf(tx, order, lines);
  const refundedPaise = Math.min(paise, payment?.leftPaise ?? 0, amounts.totalPaise - amounts.toPayPaise);
  if (refundedPaise < paise) {
    const note = `${report.refundId}: ${priceText(paise - refundedPaise)}`;
    const isRecorded = await hasOrderEvent(tx, order.id, 'refund_not_due', note);
    if (!isRecorded) await addOrderEvent(tx, order.id, at, 'refund_not_due', note);
  }
  if (refundedPaise === 0) return 0;
  const reason = 'Refunded on the gateway’s dashboard';
  await writeCredit(tx, shop, order, lines, {
    ...{ kind: 'refund' as const, reason, draft: creditAmount(amounts, refundedPaise), at },
    refundOf: payment,
  });
  await settleDueRefunds(tx, order.id, { ...report, amountPaise: refundedPaise }, at);
  return refundedPaise;
}

/**
 * Makes a failed refund due again, even if the failure is reported before `recordSentRefund` has recorded the refund.
 * Returns the order's id for the first report of the failure; undefined for later reports, and for a refund or payment
 * that this shop does not know.
 */
export async function reopenRefund(
  shop: OrderShop,
  payment: Payment,
  gatewayRefundId: string,
): Promise<string | undefined> {
  const orderId = await orderOfPayment(shop, payment);
  if (orderId === undefined) return undefined;
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    await lockOrder(tx, orderId, at);
    if (await hasRefundFailed(tx, orderId, gatewayRefundId)) return undefined;
    const results = await tx
      .updateTable('refund')
      .set({ state: 'due', gateway_refund: null, updated_at: at })
      .where('order_id', '=', orderId)
      .where('gateway_refund', '=', gatewayRefundId)
      .execute();
    const isKnown = results.some(({ numUpdatedRows }) => numUpdatedRows > 0n);
    const isAwaited = (await refundsOf(tx, orderId, 'due')).some((refund) => isOfPayment(refund, payment));
    if (!isKnown && !isAwaited) return undefined;
    await addOrderEvent(tx, orderId, at, 'refund_failed', gatewayRefundId);
    const order = await updatePaymentStatus(tx, orderId, at);
    await notifyPaymentTrouble(tx, shop, order, 'A refund did not reach the customer, so it is due again.');
    return orderId;
  });
}

const NOTHING_DUE =
  'No refund is due for this order. A refund becomes due when something that was paid for is cancelled, returned or taken off.';
const CASH_ONLY = `The customer paid in cash. Send the money back yourself, then ${RECORD_MANUAL_REFUND}.`;
const ONLINE_ONLY = 'The customer paid online. Send the money back through the payment gateway.';

/**
 * The ways to settle refunds: `gateway` sends the refunds of online payments, `hand` records all refunds as sent
 * manually, and `cash` records only the refunds of cash payments.
 */
export const REFUND_METHODS = ['gateway', 'hand', 'cash'] as const;
export type RefundMethod = (typeof REFUND_METHODS)[number];

/**
 * Returns the due refunds that can be settled with a method. Throws `conflict` if there are none, or if the order has
 * another version.
 */
export function dueRefunds(
  shop: OrderShop,
  { id }: OrderRow,
  method: RefundMethod,
  version?: number,
): Promise<RefundTable[]> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, id, at, version);
    const credits = await creditsOf(tx, id);
    // Older versions of the program did not record the refund of a returned order, so it is added here.
    if (order.order_status === 'returned' && order.payment_status === 'paid' && credits.length === 0) {
      const lines = await readOrderLines(tx, id);
      const draft = creditRemaining(orderAmounts(order, lines, []), () => 'none');
      await writeCredit(tx, shop, order, lines, { kind: 'returned', draft, at });
      await updatePaymentStatus(tx, id, at);
      await recordAudit(tx, { action: 'credit order', record: { kind: 'order', id }, after: { kind: 'returned' } }, at);
    }
    const allDueRefunds = await refundsOf(tx, id, 'due');
    const settleableRefunds = allDueRefunds.filter(
      ({ provider }) => method === 'hand' || (provider === CASH) === (method === 'cash'),
    );
    if (settleableRefunds.length > 0) return settleableRefunds;
    throw new ShopError(
      'conflict',
      allDueRefunds.length === 0 ? NOTHING_DUE : method === 'cash' ? ONLINE_ONLY : CASH_ONLY,
    );
  });
}
