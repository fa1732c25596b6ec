import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { PaymentStatus, RefundReason, RefundTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { OWN_WITHOUT_CREDIT, type Payment, paymentStatusAfter } from '#lib/sales/orders/credits/refund-status.ts';
import { mailRefunded } from '#lib/sales/orders/mail/credit-mail.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { addOrderEvent, changeOrder, type OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { OrderCredit } from '#lib/sales/orders/record/order-amounts.ts';

/** Lock the order's row before changing a refund, and send money outside transactions. */

/** The reference of a cash payment is the order's id, because the courier collects cash once. */
export const CASH = 'cash';

/** For a payment that the order can't use; `false` if it is already recorded. */
export async function recordRefundDue(
  tx: Tx,
  orderId: string,
  { provider, reference, amount_paise }: Payment & Pick<RefundTable, 'amount_paise'>,
  reason: RefundReason,
  at: number,
): Promise<boolean> {
  const refund = { provider, reference, order_id: orderId, credit_id: null, split_of: null, amount_paise, reason };
  const owed = await insertRefund(tx, { ...refund, state: 'due', gateway_refund: null }, at);
  return (owed.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function oweCredit(tx: Tx, order: OrderRow, credit: OrderCredit, at: number): Promise<void> {
  if (credit.owed_paise === 0) return;
  const of = { order_id: order.id, credit_id: credit.id, split_of: null, amount_paise: credit.owed_paise };
  const payment = await settledBy(tx, order);
  await insertRefund(tx, { ...of, ...payment, reason: credit.kind, state: 'due', gateway_refund: null }, at);
}

export function insertRefund(tx: Tx, row: Omit<RefundTable, 'id' | 'created_at' | 'updated_at'>, at: number) {
  return tx
    .insertInto('refund')
    .values({ id: newId(), ...row, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
}

/** The first payment of the order's amount that is not itself refunded. */
export async function settledBy(tx: Tx, order: OrderRow): Promise<Payment> {
  if (order.payment_method === 'cod') return { provider: CASH, reference: order.id };
  const payments = await tx
    .selectFrom('payment_event')
    .select(['provider', 'reference'])
    .where('order_id', '=', order.id)
    .where('outcome', '=', 'paid')
    .where('amount_paise', '=', order.total_paise)
    .orderBy('at')
    .execute();
  const otherRefunds = await tx
    .selectFrom('refund')
    .select('reference')
    .where('order_id', '=', order.id)
    .where('credit_id', 'is', null)
    .where('reason', '!=', OWN_WITHOUT_CREDIT)
    .execute();
  const paid = payments.find(
    (one) => one.reference !== null && !otherRefunds.some(({ reference }) => reference === one.reference),
  );
  return paid ? { provider: paid.provider, reference: paid.reference ?? '' } : { provider: CASH, reference: order.id };
}

/** `false` if it is already recorded, or if the gateway has already reported a failure: then it stays due. */
export function noteRefund(shop: OrderShop, refund: RefundTable, gatewayRefund: string | null): Promise<boolean> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    await holdOrder(tx, refund.order_id, at);
    if (gatewayRefund !== null && (await hasFailed(tx, refund.order_id, gatewayRefund))) return false;
    const sent = await markSent(tx, refund, gatewayRefund, at);
    if (!sent) return false;
    await reportSent(tx, shop, sent);
    return true;
  });
}

/** Locks the order's row until the transaction ends. Throws `conflict` if the order has another version. */
export async function holdOrder(tx: Tx, orderId: string, at: number, version?: number): Promise<OrderRow> {
  const order = await changeOrder(tx, orderId, { updated_at: version }, { updated_at: at });
  if (!order && version !== undefined) throw changedMeanwhile('order');
  if (!order) throw new Error(`order ${orderId} is gone`);
  return order;
}

/** Also checks the amount, because less may be due by now. */
export function markSent(
  tx: Tx,
  { id, amount_paise }: Pick<RefundTable, 'id' | 'amount_paise'>,
  gatewayRefund: string | null,
  at: number,
): Promise<RefundTable | undefined> {
  return tx
    .updateTable('refund')
    .set({ state: 'sent', gateway_refund: gatewayRefund, updated_at: at })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .where('amount_paise', '=', amount_paise)
    .returningAll()
    .executeTakeFirst();
}

export async function reportSent(
  tx: Tx,
  shop: OrderShop,
  sent: Pick<RefundTable, 'order_id' | 'amount_paise' | 'provider' | 'gateway_refund'>,
): Promise<void> {
  await addOrderEvent(tx, sent.order_id, shop.now(), 'refunded', sent.gateway_refund ?? 'by hand');
  await mailRefunded(tx, shop, await settlePaymentStatus(tx, sent.order_id, shop.now()), sent);
}

export async function hasFailed(tx: Tx, orderId: string, gatewayRefund: string): Promise<boolean> {
  const failure = await tx
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'refund_failed')
    .where('detail', '=', gatewayRefund)
    .executeTakeFirst();
  return failure !== undefined;
}

/** Refunded only if no refund is due any more, including those of second payments. */
export async function settlePaymentStatus(tx: Tx, orderId: string, at: number): Promise<OrderRow> {
  const order = await holdOrder(tx, orderId, at);
  if (!PAID.has(order.payment_status)) return order;
  const refunds = await refundsOf(tx, orderId);
  const status = paymentStatusAfter(order, refunds, await neverTaken(tx, orderId));
  if (status === order.payment_status) return order;
  return (await changeOrder(tx, orderId, {}, { payment_status: status, updated_at: at })) ?? order;
}

const PAID: ReadonlySet<PaymentStatus> = new Set(['paid', 'refund_due', 'refunded']);

/** The amount credited before cash was paid at the door. */
async function neverTaken(tx: Tx, orderId: string): Promise<number> {
  const credits = await tx
    .selectFrom('order_credit')
    .select(['total_paise', 'owed_paise'])
    .where('order_id', '=', orderId)
    .execute();
  return credits.reduce((sum, { total_paise, owed_paise }) => sum + total_paise - owed_paise, 0);
}

export function refundsOf(
  db: Pick<ShopDatabase['write'], 'selectFrom'>,
  orderId: string,
  state?: RefundTable['state'],
): Promise<RefundTable[]> {
  const query = db.selectFrom('refund').selectAll().where('order_id', '=', orderId).orderBy('created_at').orderBy('id');
  return (state ? query.where('state', '=', state) : query).execute();
}
