import { currentActor } from '#lib/platform/actor/actor.server.ts';
import {
  addBulkAction,
  addBulkActionRows,
  readBulkAction,
  runWaitingRows,
} from '#lib/platform/bulk/bulk-action-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderBulkActionName } from '#lib/platform/db/tables/bulk-actions.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { countText, plural } from '#lib/primitives/plural.ts';
import { BULK_MAX_ORDERS } from '#lib/sales/orders/admin/bulk-action.schema.ts';
import { receiveCash, receiveCashRefusal } from '#lib/sales/orders/admin/receive-cash.server.ts';
import { findChanges, isUndoable, undoChange } from '#lib/sales/orders/admin/undo-change.server.ts';
import { confirmOrder, confirmRefusal } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { type MoveOptions, moveOrder, type Parcel } from '#lib/sales/orders/move-order.server.ts';
import { packOrder } from '#lib/sales/orders/packing/pack-order.server.ts';
import { packRefusal } from '#lib/sales/orders/packing/pack-refusal.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { isInScope, limitToScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { ORDER_NOT_FOUND, orderMoveRefusal } from '#lib/sales/orders/record/orders.ts';

/**
 * Returns each order and the reason that the bulk action would skip it, in the sequence of `orderIds`; the reason is
 * undefined if the bulk action would change the order. Changes nothing. Leaves out orders that do not exist or are
 * outside `scope`.
 */
export async function previewBulkAction(
  { write }: Pick<ShopDatabase, 'write'>,
  action: OrderBulkActionName,
  orderIds: readonly string[],
  scope: OrderScope = 'all',
) {
  if (orderIds.length === 0) return [];
  const orders = write.selectFrom('orders').selectAll().where('id', 'in', orderIds);
  const visibleOrders = await limitToScope(orders, scope).execute();
  const ordersById = new Map(visibleOrders.map((order) => [order.id, order]));
  return [...new Set(orderIds)].flatMap((id) => {
    const order = ordersById.get(id);
    if (!order) return [];
    return [{ order, refusal: BULK_OPERATIONS[action].refusal?.(order) }];
  });
}

interface NewBulkAction {
  action: OrderBulkActionName;
  orders: readonly { id: string; version: number }[];
  carrier?: string | undefined;
  /**
   * The tracking numbers, one for each order, in the sequence of `orders`; an empty array to ship without tracking
   * numbers.
   */
  trackingNumbers?: readonly string[] | undefined;
}

/**
 * Stores a bulk action for `runBulkAction`. Returns the id of the bulk action. Throws `invalid` if the number of orders
 * is not allowed, or if the tracking numbers do not match the orders or are not unique, and `not_found` if an order is
 * outside `scope`.
 */
export async function createBulkAction(
  { db, now }: Pick<OrderShop, 'db' | 'now'>,
  { action, orders, carrier, trackingNumbers = [] }: NewBulkAction,
  scope: OrderScope = 'all',
): Promise<string> {
  if (orders.length === 0 || orders.length > BULK_MAX_ORDERS)
    throw new ShopError('invalid', `Choose 1 to ${BULK_MAX_ORDERS} orders.`);
  if (trackingNumbers.length > 0 && trackingNumbers.length !== orders.length) {
    const message = `There ${plural(orders.length, 'is', 'are')} ${countText(orders.length, 'order')}, but ${countText(trackingNumbers.length, 'tracking number')}. Enter one for each order, or none.`;
    throw new ShopError('invalid', message, { tracking: message });
  }
  if (new Set(trackingNumbers).size < trackingNumbers.length) {
    const message = 'A tracking number appears twice.';
    throw new ShopError('invalid', message, { tracking: message });
  }
  await requireVisibleOrders(db, orders, scope);
  const id = newId();
  const author = currentActor()?.name ?? '';
  await transaction(db, async (tx) => {
    await addBulkAction(tx, { id, author, action, carrier: carrier || null, created_at: now() });
    const rows = orders.map(({ id: record_id, version }, index) => {
      return { record_id, version, tracking_number: trackingNumbers[index] ?? null };
    });
    await addBulkActionRows(tx, id, 0, rows);
  });
  return id;
}

async function requireVisibleOrders(
  { write }: Pick<ShopDatabase, 'write'>,
  orders: NewBulkAction['orders'],
  scope: OrderScope,
) {
  if (scope === 'all') return;
  const ids = orders.map(({ id }) => id);
  const visibleOrders = await limitToScope(
    write.selectFrom('orders').select('id').where('id', 'in', ids),
    scope,
  ).execute();
  if (visibleOrders.length < new Set(ids).size) throw new ShopError('not_found', ORDER_NOT_FOUND);
}

/**
 * Changes the orders of a bulk action that are still waiting. If an order can't be changed, stores the reason in its
 * row. Throws `not_found` if the bulk action does not exist.
 */
export async function runBulkAction(shop: OrderShop, bulkActionId: string): Promise<void> {
  const bulkAction = await readBulkAction(shop.db, bulkActionId, 'order');
  await runWaitingRows(shop.db, bulkActionId, BULK_MAX_ORDERS, (row, markDone) => {
    const parcel = { carrier: bulkAction.carrier ?? undefined, trackingNumber: row.tracking_number ?? undefined };
    const options: BulkOptions = { version: row.version, afterChange: (tx, order) => markDone(tx, order.updated_at) };
    return BULK_OPERATIONS[bulkAction.action as OrderBulkActionName].run(shop, row.record_id, options, parcel);
  });
}

/**
 * Reads the state of each order in a bulk action. The `version` of a row is the version of the order after the action;
 * null if the action did not change the order, or has not done so yet. Throws `not_found` if the bulk action does not
 * exist.
 */
export async function bulkActionResult(
  db: Pick<ShopDatabase, 'write'>,
  bulkActionId: string,
  scope: OrderScope = 'all',
) {
  const { id, author, created_at: at, ...bulkAction } = await readBulkAction(db, bulkActionId, 'order');
  const action = bulkAction.action as OrderBulkActionName;
  const rows = await db.write
    .selectFrom('bulk_action_row')
    .leftJoin('orders', 'orders.id', 'bulk_action_row.record_id')
    .select(['record_id as orderId', 'number', 'order_status', 'state', 'message', 'done_version as version'])
    .where('bulk_id', '=', bulkActionId)
    .orderBy('position')
    .execute();
  return {
    ...{ id, action, author, at },
    rows: rows.map(({ orderId, number, order_status, ...row }) => ({
      ...{ orderId, number: number ?? orderId, ...row },
      /** Whether the member of staff may open the order. */
      mayOpen: order_status !== null && isInScope(scope, order_status),
    })),
    /** The number of orders that `undoBulkAction` would change back. */
    undoableCount: await countUndoable(db, action, doneRows(rows)),
  };
}

async function countUndoable(
  db: Pick<ShopDatabase, 'write'>,
  action: OrderBulkActionName,
  rows: readonly { orderId: string; version: number }[],
): Promise<number> {
  const changes = await findChanges(db, action, rows);
  if (changes.size === 0) return 0;
  const orders = await db.write
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', [...changes.keys()])
    .execute();
  return orders.filter((order) => {
    const change = changes.get(order.id);
    return change !== undefined && isUndoable(order, change);
  }).length;
}

function doneRows(rows: readonly { orderId: string; version: number | null }[]) {
  return rows.flatMap(({ orderId, version }) => (version === null ? [] : [{ orderId, version }]));
}

/**
 * Stores a bulk action that undoes another one. `runBulkAction` then skips the orders whose values have been changed
 * again. Returns the id of the new bulk action. Throws `not_found` if the bulk action does not exist, and `conflict` if
 * none of its changes can be undone.
 */
export async function undoBulkAction(shop: Pick<OrderShop, 'db' | 'now'>, bulkActionId: string): Promise<string> {
  const { rows, undoableCount } = await bulkActionResult(shop.db, bulkActionId);
  if (undoableCount === 0) throw new ShopError('conflict', 'This bulk action can’t be undone.');
  const orders = doneRows(rows).map(({ orderId: id, version }) => ({ id, version }));
  return createBulkAction(shop, { action: 'placed', orders });
}

type BulkOptions = MoveOptions & { version: number };

interface BulkOperation {
  /** Returns the reason that the action would skip an order; undefined if the action would change the order. */
  refusal?(order: OrderRow): string | undefined;
  /**
   * Changes one order in a separate transaction. Throws `not_found` if the order does not exist, and `conflict` if it
   * can't be changed or has another version.
   */
  run(shop: OrderShop, orderId: string, options: BulkOptions, parcel: Parcel): Promise<unknown>;
}

/** The operation of each bulk action for one order. */
const BULK_OPERATIONS: Readonly<Record<OrderBulkActionName, BulkOperation>> = {
  confirmed: {
    refusal: confirmRefusal,
    run: (shop, orderId, options) => confirmOrder(shop, orderId, 'staff', options),
  },
  processing: moveOperation('processing'),
  shipped: moveOperation('shipped'),
  delivered: moveOperation('delivered'),
  packed: { refusal: packRefusal, run: packOrder },
  placed: { run: undoProcessing },
  cash_received: { refusal: receiveCashRefusal, run: receiveCash },
};

function moveOperation(status: 'processing' | 'shipped' | 'delivered'): BulkOperation {
  return {
    refusal: (order) => orderMoveRefusal(order, status),
    run: (shop, orderId, options, parcel) => moveOrder(shop, orderId, status, parcel, options),
  };
}

/**
 * Undoes the move to `processing` that gave the order its version. The rules are the same as on the page of the order.
 * Throws `not_found` if there is no such move, and `conflict` if the move can no longer be undone.
 */
async function undoProcessing(
  shop: OrderShop,
  orderId: string,
  { version, afterChange }: BulkOptions,
): Promise<OrderRow> {
  const changes = await findChanges(shop.db, 'processing', [{ orderId, version }]);
  return undoChange(shop, orderId, changes.get(orderId)?.id ?? 0, { afterChange });
}
