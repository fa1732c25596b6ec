import type { Tx } from '#lib/platform/db/db.server.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { closedCashColumns, recordReturn } from '#lib/sales/orders/credits/apply-credit.server.ts';
import { writeCredit } from '#lib/sales/orders/credits/credit-order.server.ts';
import { updatePaymentStatus } from '#lib/sales/orders/credits/refunds.server.ts';
import { countCancellation } from '#lib/sales/orders/holds/order-budget.server.ts';
import { returnCoupon } from '#lib/sales/orders/holds/order-coupon.server.ts';
import { mailCredit } from '#lib/sales/orders/mail/credit-mail.server.ts';
import { notifyCancelled } from '#lib/sales/orders/mail/notify-owner-of-orders.server.ts';
import { mailOrder, type OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import {
  addOrderEvent,
  type ChangeOptions,
  changeLockedOrder,
  changeOrder,
  changeOrderOrThrow,
  existingOrder,
  hasOrderEvent,
  type OrderRow,
  type Undo,
} from '#lib/sales/orders/record/change-order.server.ts';
import { creditRemaining } from '#lib/sales/orders/record/credit.ts';
import { assignInvoiceNumber } from '#lib/sales/orders/record/number-series.server.ts';
import { CANCEL_REFUSED, CANCELLABLE, hasShipped, orderMoveRefusal } from '#lib/sales/orders/record/orders.ts';
import { amountsOf, readOrderLines } from '#lib/sales/orders/record/read-credits.server.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export const EMAILED_STATUSES = ['shipped', 'in_transit', 'out_for_delivery', 'delivered'] as const;

export interface Parcel {
  carrier?: string | undefined;
  trackingNumber?: string | undefined;
  trackingUrl?: string | undefined;
}

interface CancelOptions extends ChangeOptions {
  networks?: Networks | undefined;
  reason?: string | undefined;
}

/**
 * Cancels an order that has not been shipped yet, and emails the customer. If the same party cancels the order again,
 * nothing changes. `networks` contains the networks of the customer. Throws `not_found` if the order does not exist,
 * `conflict` if the order can't be cancelled or has another version, and any error of `beforeRefund`.
 */
export function cancelOrder(
  shop: OrderShop,
  orderId: string,
  by: 'customer' | 'shop',
  { networks, reason, version, beforeRefund }: CancelOptions = {},
): Promise<OrderRow> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const expectedState = { order_status: CANCELLABLE, updated_at: version };
    const lockedOrder = await changeOrder(tx, orderId, expectedState, { updated_at: at });
    if (!lockedOrder) return requireCancelledBy(tx, orderId, by, version);
    if (by === 'customer') await countCancellation(tx, shop, { ...lockedOrder, networks });
    const { order, lines, credit } = await cancelLockedOrder(tx, shop, lockedOrder, { cancelledBy: by, reason, at });
    if (credit.owed_paise > 0) await beforeRefund?.(tx, credit.owed_paise);
    await addOrderEvent(tx, orderId, at, 'cancelled', by);
    await mailCredit(tx, shop, order, { credit, lines, amounts: await amountsOf(tx, order, lines) });
    if (by === 'customer' && lockedOrder.order_status !== 'pending')
      await notifyCancelled(tx, shop, order, credit.owed_paise);
    return order;
  });
}

interface Cancellation {
  cancelledBy: 'customer' | 'shop';
  /** The reason that the customer sees. */
  reason: string | undefined;
  at: number;
}

/**
 * Cancels an order whose row the transaction has locked: writes a credit for everything that is left in the order, and
 * returns the stock and the use of the coupon. Returns the cancelled order, its lines and the credit. The caller must
 * record the event and email the customer.
 */
export async function cancelLockedOrder(tx: Tx, shop: OrderShop, lockedOrder: OrderRow, cancellation: Cancellation) {
  const { lines, credit } = await creditCancelledOrder(tx, shop, lockedOrder, cancellation);
  await returnCoupon(tx, lockedOrder.id);
  await changeLockedOrder(tx, lockedOrder.id, {
    order_status: 'cancelled',
    hold_until: null,
    stock_held: 0,
    updated_at: cancellation.at,
    ...(lockedOrder.payment_status === 'unpaid' ? { payment_status: 'failed' } : {}),
    ...(lockedOrder.advance_paid === 1 ? closedCashColumns(lockedOrder) : {}),
  });
  return { order: await updatePaymentStatus(tx, lockedOrder.id, cancellation.at), lines, credit };
}

async function creditCancelledOrder(tx: Tx, shop: OrderShop, lockedOrder: OrderRow, cancellation: Cancellation) {
  const lines = await readOrderLines(tx, lockedOrder.id);
  const before = await amountsOf(tx, lockedOrder, lines);
  const destinationOf = (position: number) =>
    lockedOrder.stock_held === 1 && lines[position]?.taken === 1 ? 'stock' : 'none';
  const draft = creditRemaining(before, destinationOf);
  return {
    lines,
    credit: await writeCredit(tx, shop, lockedOrder, lines, { ...cancellation, kind: 'cancelled', draft }),
  };
}

async function requireCancelledBy(
  tx: Tx,
  orderId: string,
  by: 'customer' | 'shop',
  version: number | undefined,
): Promise<OrderRow> {
  const order = await existingOrder(tx, orderId, version);
  if (!(await hasOrderEvent(tx, orderId, 'cancelled', by))) throw new ShopError('conflict', CANCEL_REFUSED);
  return order;
}

export interface MoveOptions extends ChangeOptions {
  /** Runs in the same transaction, after the change. Not called if an order is returned. */
  afterChange?: ((tx: Tx, order: OrderRow) => Promise<void>) | undefined;
}

/**
 * Moves an order to a later status, and emails the customer if `EMAILED_STATUSES` contains it. A cash order counts
 * as paid when it is delivered. If the new status is `returned`, all items that are left in the order go back into
 * stock. Throws `not_found` if the order does not exist, `conflict` if the order can't move to this status or has
 * another version, and any error of `beforeRefund`.
 */
export async function moveOrder(
  shop: OrderShop,
  orderId: string,
  to: OrderStatus,
  parcel: Parcel = {},
  { version, beforeRefund, afterChange }: MoveOptions = {},
): Promise<OrderRow> {
  const at = shop.now();
  if (to === 'returned') return (await recordReturn(shop, orderId, { version, beforeRefund })).order;
  return transaction(shop.db, async (tx) => {
    const before = await existingOrder(tx, orderId, version);
    const { order_status: from } = before;
    const refusal = orderMoveRefusal(before, to);
    if (refusal !== undefined) throw new ShopError('conflict', refusal);
    const deliveryColumns = to === 'delivered' ? await deliveredColumns(tx, before, at) : {};
    const changes = { order_status: to, updated_at: at, ...deliveryColumns, ...parcelColumns(parcel) };
    let order = await changeOrderOrThrow(tx, orderId, { order_status: [from], updated_at: version }, changes);
    await addOrderEvent(tx, orderId, at, to, undefined, to === 'processing' ? { undo: undoOfProcessing(from) } : {});
    // An order gets its invoice number when it is shipped.
    if (hasShipped(to)) order = await assignInvoiceNumber(tx, order, shopSettings(shop.db).numbers.invoice, at);
    const emailedStatus = EMAILED_STATUSES.find((status) => status === to);
    if (emailedStatus) await mailOrder(tx, shop, order, emailedStatus);
    await afterChange?.(tx, order);
    return order;
  });
}

/**
 * Returns the values with which a move to `processing` can be undone. The move can be undone because customers get no
 * email about it.
 */
function undoOfProcessing(from: OrderStatus): Undo {
  return { before: { order_status: from }, after: { order_status: 'processing' } };
}

async function deliveredColumns(tx: Tx, order: OrderRow, at: number): Promise<Partial<OrderRow>> {
  if (order.payment_status !== 'cod') return { delivered_at: at };
  const { toPayPaise } = await amountsOf(tx, order, await readOrderLines(tx, order.id));
  return { delivered_at: at, payment_status: 'paid', paid_at: at, cash_due: toPayPaise > 0 ? 1 : 0 };
}

function parcelColumns({ carrier, trackingNumber, trackingUrl }: Parcel) {
  return {
    ...(carrier ? { carrier } : {}),
    ...(trackingNumber ? { tracking_number: trackingNumber } : {}),
    ...(trackingUrl ? { tracking_url: trackingUrl } : {}),
  };
}
