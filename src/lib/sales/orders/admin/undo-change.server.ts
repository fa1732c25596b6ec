import type { Selectable } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderEventTable } from '#lib/platform/db/tables/orders.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import type { MoveOptions } from '#lib/sales/orders/move-order.server.ts';
import {
  addOrderEvent,
  changeOrderOrThrow,
  existingOrder,
  type OrderRow,
  type Undo,
} from '#lib/sales/orders/record/change-order.server.ts';
import { describeEvent, type OrderEventKind } from '#lib/sales/orders/record/event-texts.ts';
import { hasShipped, mayCancel } from '#lib/sales/orders/record/orders.ts';

const CANNOT_UNDO = 'This change can no longer be undone, because the order has changed since.';

/**
 * Restores the values that a change in the order's history replaced, if the order still has the values of that change.
 * Later changes to other values remain. Returns the changed order. Throws `not_found` if the order has no such change,
 * and `conflict` if the change can no longer be undone.
 */
export function undoChange(
  shop: OrderShop,
  orderId: string,
  eventId: number,
  { afterChange }: Pick<MoveOptions, 'afterChange'> = {},
): Promise<OrderRow> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const currentOrder = await existingOrder(tx, orderId);
    const event = await tx
      .selectFrom('order_event')
      .select(['kind', 'undo_json'])
      .where('id', '=', eventId)
      .where('order_id', '=', orderId)
      .executeTakeFirst();
    if (!event) throw new ShopError('not_found', 'There is no such change.');
    if (!isUndoable(currentOrder, event)) throw new ShopError('conflict', CANNOT_UNDO);
    const { before, after } = JSON.parse(event.undo_json ?? '') as Undo;
    const expectedState = { updated_at: currentOrder.updated_at };
    const order = await changeOrderOrThrow(tx, orderId, expectedState, { ...before, updated_at: at });
    await tx.updateTable('order_event').set({ undo_json: null }).where('id', '=', eventId).execute();
    const detail = describeEvent(event.kind, null).title;
    await addOrderEvent(tx, orderId, at, 'undone', detail, { before: after, after: before });
    await afterChange?.(tx, order);
    return order;
  });
}

type ChangeEvent = Pick<Selectable<OrderEventTable>, 'id' | 'order_id' | 'at' | 'kind' | 'undo_json'>;

/**
 * Returns the change of this kind that gave each order its version, by order id. Leaves out orders without such a
 * change.
 */
export async function findChanges(
  { write }: Pick<ShopDatabase, 'write'>,
  kind: OrderEventKind,
  versions: readonly { orderId: string; version: number }[],
): Promise<Map<string, ChangeEvent>> {
  if (versions.length === 0) return new Map();
  const ids = versions.map(({ orderId }) => orderId);
  const events = await write
    .selectFrom('order_event')
    .select(['id', 'order_id', 'at', 'kind', 'undo_json'])
    .where('order_id', 'in', ids)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
  const eventEntries = versions.flatMap(({ orderId, version }) => {
    // The version of an order is the time of the change, or slightly later.
    const event = events.findLast(({ order_id, at }) => order_id === orderId && at <= version);
    return event ? [[orderId, event] as const] : [];
  });
  return new Map(eventEntries);
}

/** Additional conditions for undoing a change, by the kind of its event. */
const CONDITIONS: Readonly<Record<string, (order: OrderRow) => boolean>> = {
  address_corrected: ({ order_status }) => mayCancel(order_status),
  business_corrected: ({ order_status }) => mayCancel(order_status),
  processing: ({ packed_at }) => packed_at === null,
  tracking_corrected: ({ order_status }) => hasShipped(order_status),
};

/** Returns whether a change can be undone: its condition is met, and the order still has the changed values. */
export function isUndoable(
  order: OrderRow,
  { kind, undo_json }: { kind: OrderEventTable['kind']; undo_json: string | null },
): boolean {
  if (undo_json === null) return false;
  const { after } = JSON.parse(undo_json) as Undo;
  const isUnchanged = Object.entries(after).every(([column, value]) => order[column as keyof OrderRow] === value);
  return isUnchanged && (CONDITIONS[kind]?.(order) ?? true);
}
