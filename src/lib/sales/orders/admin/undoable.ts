import type { OrderEventTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow, Undo } from '#lib/sales/orders/record/change-order.server.ts';
import { hasShipped, mayCancel } from '#lib/sales/orders/record/orders.ts';

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
