import type { ShopDatabase, Tx } from '#lib/db/db.server.ts';
import type { RefundReason, RefundTable } from '#lib/db/tables/orders.ts';
import { transaction } from '#lib/db/transaction.server.ts';
import { changeOrder, noteEvent, type OrderRow } from '#lib/orders/change-order.server.ts';
import { mailOrder, type OrderShop } from '#lib/orders/order-mail.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

/** Money that has to go back. It is owed in the transaction that finds it out, and sent outside of any. */

/** A payment that the shop may not keep. */
type OwedPayment = Pick<RefundTable, 'provider' | 'reference' | 'amount_paise'>;

const NOTHING_DUE =
  'Nothing is to be refunded for this order. What was paid goes back after the order was cancelled or returned.';

/** Cash is named by its order: the courier takes it once. */
export const CASH = 'cash';

/** Notes that a payment has to go back; `false` when that was known. */
export async function oweRefund(
  tx: Tx,
  orderId: string,
  { provider, reference, amount_paise }: OwedPayment,
  reason: RefundReason,
  at: number,
): Promise<boolean> {
  const owed = await tx
    .insertInto('refund')
    .values({
      provider,
      reference,
      order_id: orderId,
      amount_paise,
      reason,
      state: 'due',
      gateway_refund: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (owed.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Owes the payment that an order was settled by: when it is cancelled, or its goods came back. */
export async function oweOrderPayment(tx: Tx, order: OrderRow, reason: RefundReason, at: number): Promise<void> {
  const payments = await tx
    .selectFrom('payment_event')
    .select(['provider', 'reference', 'amount_paise'])
    .where('order_id', '=', order.id)
    .where('outcome', '=', 'paid')
    .where('amount_paise', '=', order.total_paise)
    .orderBy('at')
    .execute();
  const paid = payments.find(({ reference }) => reference !== null);
  const online = paid && { ...paid, reference: paid.reference ?? '' };
  const cash = { provider: CASH, reference: order.id, amount_paise: order.total_paise };
  await oweRefund(tx, order.id, online ?? cash, reason, at);
}

/** What is still to be sent back for an order; what it was paid by, once its goods came back. Throws `conflict`. */
export function dueRefunds(shop: OrderShop, order: OrderRow): Promise<RefundTable[]> {
  return transaction(shop.db, async (tx) => {
    const isOwed = order.payment_status === 'refund_due';
    const isBack = order.order_status === 'returned' && order.payment_status === 'paid';
    if ((isOwed || isBack) && order.total_paise > 0) {
      await oweOrderPayment(tx, order, isBack ? 'returned' : 'cancelled', shop.now());
    }
    const due = await refundsOf(tx, order.id, 'due');
    if (due.length === 0) throw new ShopError('conflict', NOTHING_DUE);
    return due;
  });
}

/**
 * The money is on its way: notes it once and tells the buyer; `false` when that was done before, or when the gateway has
 * told meanwhile that this refund failed: then it stays due.
 */
export function noteRefund(
  shop: OrderShop,
  { provider, reference }: Pick<RefundTable, 'provider' | 'reference'>,
  gatewayRefund: string | null,
): Promise<boolean> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const due = await holdDue(tx, { provider, reference }, at);
    if (!due || (gatewayRefund !== null && (await hasFailed(tx, due.order_id, gatewayRefund)))) return false;
    const sent = { ...due, state: 'sent', gateway_refund: gatewayRefund } as const;
    await tx
      .updateTable('refund')
      .set({ state: sent.state, gateway_refund: gatewayRefund })
      .where('provider', '=', provider)
      .where('reference', '=', reference)
      .execute();
    await noteEvent(tx, sent.order_id, at, 'refunded', gatewayRefund ?? 'by hand');
    const order = await refundedOrder(tx, sent, at);
    await mailOrder(tx, shop, order, 'refunded', { paise: sent.amount_paise });
    return true;
  });
}

/** Until the transaction ends nobody else changes it: what is told of one refund at the same moment waits its turn. */
function holdDue(
  tx: Tx,
  { provider, reference }: Pick<RefundTable, 'provider' | 'reference'>,
  at: number,
): Promise<RefundTable | undefined> {
  return tx
    .updateTable('refund')
    .set({ updated_at: at })
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .where('state', '=', 'due')
    .returningAll()
    .executeTakeFirst();
}

async function hasFailed(tx: Tx, orderId: string, gatewayRefund: string): Promise<boolean> {
  const told = await tx
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'refund_failed')
    .where('detail', '=', gatewayRefund)
    .executeTakeFirst();
  return told !== undefined;
}

/** The order is refunded when it was its own money, and not a payment besides. */
async function refundedOrder(tx: Tx, { order_id, reason }: RefundTable, at: number): Promise<OrderRow> {
  const isOwn = reason === 'cancelled' || reason === 'too_late' || reason === 'returned';
  const to = { updated_at: at, ...(isOwn ? ({ payment_status: 'refunded' } as const) : {}) };
  const order = await changeOrder(tx, order_id, {}, to);
  if (!order) throw new Error(`order ${order_id} is gone`);
  return order;
}

/**
 * The gateway could not send a refund after all: it is due again. When that is told before the shop has noted that it was
 * sent, it is remembered, so that it never counts as sent. Gives the order that it was for, once.
 */
export function reopenRefund(
  shop: OrderShop,
  payment: Pick<RefundTable, 'provider' | 'reference'>,
  gatewayRefund: string,
): Promise<string | undefined> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    // Looked for again, for it may have been noted as sent while the due one was waited for.
    const orderId =
      (await reopenSent(tx, gatewayRefund, at)) ??
      (await holdDue(tx, payment, at))?.order_id ??
      (await reopenSent(tx, gatewayRefund, at));
    if (orderId === undefined || (await hasFailed(tx, orderId, gatewayRefund))) return undefined;
    await noteEvent(tx, orderId, at, 'refund_failed', gatewayRefund);
    return orderId;
  });
}

async function reopenSent(tx: Tx, gatewayRefund: string, at: number): Promise<string | undefined> {
  const due = await tx
    .updateTable('refund')
    .set({ state: 'due', gateway_refund: null, updated_at: at })
    .where('gateway_refund', '=', gatewayRefund)
    .where('state', '=', 'sent')
    .returning('order_id')
    .executeTakeFirst();
  if (!due) return undefined;
  await changeOrder(
    tx,
    due.order_id,
    { payment_status: ['refunded'] },
    { payment_status: 'refund_due', updated_at: at },
  );
  return due.order_id;
}

export function refundsOf(
  db: Pick<ShopDatabase['write'], 'selectFrom'>,
  orderId: string,
  state?: RefundTable['state'],
): Promise<RefundTable[]> {
  const query = db.selectFrom('refund').selectAll().where('order_id', '=', orderId).orderBy('created_at');
  return (state ? query.where('state', '=', state) : query).execute();
}
