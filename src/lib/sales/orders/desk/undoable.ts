import type { OrderEventTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow, Undo } from '#lib/sales/orders/record/change-order.server.ts';
import { hasLeft, isToBeShipped } from '#lib/sales/orders/record/orders.ts';

/** What must still be true of the order, besides that it has the values of the change. */
const ALSO: Readonly<Record<string, (order: OrderRow) => boolean>> = {
  address_corrected: ({ order_status }) => isToBeShipped(order_status),
  business_corrected: ({ order_status }) => isToBeShipped(order_status),
  processing: ({ packed_at }) => packed_at === null,
  tracking_corrected: ({ order_status }) => hasLeft(order_status),
};

/** Whether a change of the history can be undone: nothing changed the same values after it. */
export function isUndoable(
  order: OrderRow,
  { kind, undo_json }: { kind: OrderEventTable['kind']; undo_json: string | null },
): boolean {
  if (undo_json === null) return false;
  const { after } = JSON.parse(undo_json) as Undo;
  const isUnchanged = Object.entries(after).every(([column, value]) => order[column as keyof OrderRow] === value);
  return isUnchanged && (ALSO[kind]?.(order) ?? true);
}
