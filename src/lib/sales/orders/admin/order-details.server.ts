import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { notesAbout } from '#lib/platform/notes/staff-notes.server.ts';
import type { OrderAddress } from '#lib/sales/address/address.ts';
import { mailsOf } from '#lib/sales/orders/admin/order-mails.server.ts';
import { isUndoable } from '#lib/sales/orders/admin/undo-change.server.ts';
import { awaitedConfirmation } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import { refundsOf } from '#lib/sales/orders/credits/refunds.server.ts';
import { linesOf } from '#lib/sales/orders/read-orders.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderAmounts } from '#lib/sales/orders/record/order-amounts.ts';
import { limitToScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { creditsOf } from '#lib/sales/orders/record/read-credits.server.ts';

const MAX_OTHER_ORDERS = 5;

/** An order with all data that its page shows to staff. */
export type OrderDetails = NonNullable<Awaited<ReturnType<typeof readOrderDetails>>>;

/** Reads an order's details for staff. Returns undefined if the order does not exist or is outside `scope`. */
export async function readOrderDetails(db: ShopDatabase, orderId: string, scope: OrderScope = 'all') {
  const query = db.write.selectFrom('orders').selectAll().where('id', '=', orderId);
  const order = await limitToScope(query, scope).executeTakeFirst();
  if (!order) return undefined;
  const [lines, credits, refunds, events, notes, mails, otherOrders, confirmation] = await Promise.all([
    linesOf(db, orderId),
    creditsOf(db.write, orderId),
    refundsOf(db.write, orderId),
    historyOf(db, order),
    notesAbout(db, 'order', orderId),
    mailsOf(db, order),
    otherOrdersOf(db, order, scope),
    awaitedConfirmation(db, order),
  ]);
  return {
    order,
    address: JSON.parse(order.address_json) as OrderAddress,
    lines,
    credits,
    refunds,
    amounts: orderAmounts(order, lines, credits),
    /** The history of the order, the oldest event first. */
    events,
    /** The staff notes, including deleted notes, the oldest first. */
    notes,
    /** The emails to the customer about the order, the oldest first. */
    mails,
    /**
     * Up to `MAX_OTHER_ORDERS` other orders with the same email address that the member of staff may see, the newest
     * first.
     */
    otherOrders,
    /**
     * The usual next status of the order; undefined if there is no next status, or if the order awaits confirmation.
     */
    nextStatus: order.awaits_confirmation === 1 ? undefined : NEXT_STATUS[order.order_status],
    /** The confirmation that the order awaits; undefined if the order does not await one. */
    confirmation,
  };
}

async function historyOf({ write }: ShopDatabase, order: OrderRow) {
  const events = await write
    .selectFrom('order_event')
    .select(['id', 'at', 'kind', 'detail', 'author', 'undo_json'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute();
  return events.map(({ undo_json, ...event }) => ({ ...event, canUndo: isUndoable(order, { ...event, undo_json }) }));
}

function otherOrdersOf({ write }: ShopDatabase, { id, email }: OrderRow, scope: OrderScope) {
  return limitToScope(write.selectFrom('orders'), scope)
    .select(['id', 'number', 'created_at', 'order_status', 'total_paise'])
    .where('email', '=', email)
    .where('email', '!=', '')
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .limit(MAX_OTHER_ORDERS)
    .execute();
}

/** The usual next status of an order, by its current status. */
const NEXT_STATUS: Partial<Record<OrderStatus, OrderStatus>> = {
  placed: 'processing',
  processing: 'shipped',
  shipped: 'delivered',
  in_transit: 'delivered',
  out_for_delivery: 'delivered',
};
