import { type Insertable, type Selectable, sql } from 'kysely';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { type AuditEvent, recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { OrderEventTable, OrderStatus, OrdersTable, PaymentStatus } from '#lib/platform/db/tables/orders.ts';
import { changedMeanwhile } from '#lib/platform/errors/changed-meanwhile.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderEventKind } from '#lib/sales/orders/record/event-texts.ts';
import { isBeingPrepared, ORDER_NOT_FOUND } from '#lib/sales/orders/record/orders.ts';

export type OrderRow = Selectable<OrdersTable>;

/** Conditions for a change to an order by staff. */
export interface ChangeOptions {
  /** The `updated_at` of the order that the page showed. */
  version?: number | undefined;
  /**
   * Called in the same transaction if the change makes a refund due, with the amount in paise. Throws an error to
   * reject the change.
   */
  beforeRefund?: ((tx: Tx, paise: number) => Promise<void>) | undefined;
}

/**
 * Reads an order. Throws `not_found` if the order does not exist, and `conflict` if `version` is given and the order
 * has another version.
 */
export async function existingOrder(
  tx: Pick<Tx, 'selectFrom'>,
  orderId: string,
  version?: number | undefined,
): Promise<OrderRow> {
  const order = await tx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (!order) throw new ShopError('not_found', ORDER_NOT_FOUND);
  rejectOutdatedVersion(order, version);
  return order;
}

/** Throws `conflict` if the order has changed since the page showed it. */
export function rejectOutdatedVersion({ updated_at }: Pick<OrderRow, 'updated_at'>, version: number | undefined): void {
  if (version !== undefined && updated_at !== version) throw changedMeanwhile('order');
}

interface ExpectedState {
  order_status?: readonly OrderStatus[];
  payment_status?: readonly PaymentStatus[];
  stock_held?: 0 | 1;
  awaits_confirmation?: 0 | 1;
  /** The version of the order. */
  updated_at?: number | undefined;
}

/**
 * Changes an order if its current values match `from`. Returns the changed order; undefined if the order does not exist
 * or its values do not match. If the new state requires this, also ends the wait for a confirmation, and removes the
 * order from the limits for unverified mailboxes.
 */
export async function changeOrder(
  tx: Tx,
  orderId: string,
  from: ExpectedState,
  to: Partial<Omit<OrderRow, 'id'>> & { updated_at: number },
): Promise<OrderRow | undefined> {
  const needsReindexing = [to.tracking_number, to.address_json, to.total_paise].some((value) => value !== undefined);
  const isConfirmationOver = endsConfirmation(to);
  let query = tx
    .updateTable('orders')
    .set({
      ...to,
      ...(needsReindexing ? { searchable: 0 } : {}),
      ...(isConfirmationOver ? { awaits_confirmation: 0 } : {}),
      updated_at: nextVersion(to.updated_at),
    })
    .where('id', '=', orderId);
  if (from.order_status) query = query.where('order_status', 'in', from.order_status);
  if (from.payment_status) query = query.where('payment_status', 'in', from.payment_status);
  if (from.updated_at !== undefined) query = query.where('updated_at', '=', from.updated_at);
  if (from.stock_held !== undefined) query = query.where('stock_held', '=', from.stock_held);
  if (from.awaits_confirmation !== undefined) query = query.where('awaits_confirmation', '=', from.awaits_confirmation);
  const order = await query.returningAll().executeTakeFirst();
  if (order && !countsTowardsUnverifiedLimits(order))
    await tx.deleteFrom('unverified_line').where('order_id', '=', orderId).execute();
  if (order && isConfirmationOver) await closeConfirmation(tx, order);
  return order;
}

/**
 * Changes an order like `changeOrder`, but throws `conflict` if the order does not exist or its values do not match.
 */
export async function changeOrderOrThrow(...args: Parameters<typeof changeOrder>): Promise<OrderRow> {
  const order = await changeOrder(...args);
  if (!order) throw changedMeanwhile('order');
  return order;
}

/** Changes an order that exists, because this transaction has read or locked it. */
export async function changeLockedOrder(
  tx: Tx,
  orderId: string,
  changes: Parameters<typeof changeOrder>[3],
): Promise<OrderRow> {
  const order = await changeOrder(tx, orderId, {}, changes);
  if (!order) throw new Error(`order ${orderId} does not exist`);
  return order;
}

/**
 * Locks the order's row until the transaction ends, and returns the order. Throws `conflict` if the order has another
 * version.
 */
export function lockOrder(tx: Tx, orderId: string, at: number, version?: number): Promise<OrderRow> {
  const changes = { updated_at: at };
  if (version === undefined) return changeLockedOrder(tx, orderId, changes);
  return changeOrderOrThrow(tx, orderId, { updated_at: version }, changes);
}

/**
 * Returns whether the new state ends the wait for a confirmation. Only a placed cash order can wait for a confirmation.
 */
function endsConfirmation({ order_status, payment_status }: Partial<OrderRow>): boolean {
  return (
    (order_status !== undefined && order_status !== 'placed') ||
    (payment_status !== undefined && payment_status !== 'cod')
  );
}

/** Records how the wait for a confirmation ended, unless this is already recorded. */
async function closeConfirmation(tx: Tx, order: OrderRow): Promise<void> {
  const state =
    order.order_status === 'cancelled' ? 'cancelled' : order.payment_status === 'cod' ? 'confirmed' : 'paid';
  await tx
    .updateTable('cash_confirmation')
    .set({ state, ended_at: order.updated_at })
    .where('order_id', '=', order.id)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Returns the new value of `updated_at`. This value is also the version of the order in forms, so each change to an
 * order gets a different value.
 */
function nextVersion(at: number) {
  return sql<number>`case when orders.updated_at >= ${at} then orders.updated_at + 1 else ${at} end`;
}

/** Returns whether the order still counts towards the limits for cash orders from unverified mailboxes. */
function countsTowardsUnverifiedLimits({ payment_status, order_status, stock_held }: OrderRow): boolean {
  return payment_status === 'cod' && isBeingPrepared(order_status) && stock_held === 1;
}

export interface Undo {
  /** The values of the changed columns before the change. */
  before: Partial<OrderRow>;
  /** The values of the changed columns after the change. */
  after: Partial<OrderRow>;
}

interface EventChanges extends Pick<AuditEvent, 'before' | 'after'> {
  undo?: Undo;
}

/**
 * Adds an event to the order's history. If the change was not made by a shopper, also records the event in the audit
 * log.
 */
export async function addOrderEvent(
  tx: Tx,
  orderId: string,
  at: number,
  kind: OrderEventKind,
  detail?: string,
  { undo, ...changes }: EventChanges = detail === undefined ? {} : { after: { detail } },
): Promise<void> {
  const actor = currentActor();
  const undo_json = undo ? JSON.stringify(undo) : null;
  const author = actor?.name ?? null;
  await insertEvent(tx, { order_id: orderId, at, kind, detail: detail ?? null, author, undo_json });
  if (!actor) return;
  const auditEvent = { action: `order ${kind.replaceAll('_', ' ')}`, record: { kind: 'order', id: orderId } };
  await recordAudit(tx, { ...auditEvent, ...changes }, at, actor);
}

/**
 * Returns whether the order's history contains an event of this kind and, if `detail` is given, with this detail. This
 * check is needed because gateways repeat their reports.
 */
export async function hasOrderEvent(tx: Tx, orderId: string, kind: OrderEventKind, detail?: string): Promise<boolean> {
  const events = tx.selectFrom('order_event').select('id').where('order_id', '=', orderId).where('kind', '=', kind);
  const event = await (detail === undefined ? events : events.where('detail', '=', detail)).executeTakeFirst();
  return event !== undefined;
}

const insertEvent = preparedQuery((db, row: Insertable<OrderEventTable>) => db.insertInto('order_event').values(row));
