import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { CONFIRM_FIRST, isBeingPrepared, STATUS_NAMES } from '#lib/sales/orders/record/orders.ts';

/** Returns the reason that an order can't be packed; undefined if the order can be packed. */
export function packRefusal({
  order_status,
  awaits_confirmation,
  packed_at,
}: Pick<OrderRow, 'order_status' | 'awaits_confirmation' | 'packed_at'>): string | undefined {
  if (!isBeingPrepared(order_status))
    return `An order that is ${STATUS_NAMES[order_status].toLowerCase()} can't be packed.`;
  if (awaits_confirmation === 1) return CONFIRM_FIRST;
  return packed_at === null ? undefined : 'This order is already packed.';
}
