import { type Insertable, type Selectable, sql } from 'kysely';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { type AuditEvent, recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { OrderEventTable, OrderStatus, OrdersTable, PaymentStatus } from '#lib/platform/db/tables/orders.ts';
import type { OrderEventKind } from '#lib/sales/orders/record/event-texts.ts';
import { isBeingPrepared } from '#lib/sales/orders/record/orders.ts';

export type OrderRow = Selectable<OrdersTable>;

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
 * Returns whether this event is already in the order's history. This check is needed because gateways repeat their
 * reports.
 */
export async function hasOrderEvent(tx: Tx, orderId: string, kind: OrderEventKind, detail: string): Promise<boolean> {
  const event = await tx
    .selectFrom('order_event')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('detail', '=', detail)
    .executeTakeFirst();
  return event !== undefined;
}

const insertEvent = preparedQuery((db, row: Insertable<OrderEventTable>) => db.insertInto('order_event').values(row));
