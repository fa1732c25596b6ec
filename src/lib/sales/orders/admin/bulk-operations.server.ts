import type { OrderBulkActionName } from '#lib/platform/db/tables/bulk-actions.ts';
import { receiveCash, receiveCashRefusal } from '#lib/sales/orders/admin/receive-cash.server.ts';
import { findChanges, undoChange } from '#lib/sales/orders/admin/undo-change.server.ts';
import { confirmOrder, confirmRefusal } from '#lib/sales/orders/confirmation/confirm-order.server.ts';
import type { OrderShop } from '#lib/sales/orders/mail/order-mail.server.ts';
import { type MoveOptions, moveOrder, type Parcel } from '#lib/sales/orders/move-order.server.ts';
import { packOrder } from '#lib/sales/orders/packing/pack-order.server.ts';
import { packRefusal } from '#lib/sales/orders/packing/pack-refusal.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { orderMoveRefusal } from '#lib/sales/orders/record/orders.ts';

type BulkOptions = MoveOptions & { version: number };

interface BulkOperation {
  /** Returns the reason that the action would skip an order; undefined if the action would change the order. */
  refusal?(order: OrderRow): string | undefined;
  /**
   * Changes one order in a separate transaction. Throws `not_found` if the order does not exist, and `conflict` if it
   * can't be changed or has another version.
   */
  run(shop: OrderShop, orderId: string, parcel: Parcel, options: BulkOptions): Promise<unknown>;
}

/** The operation of each bulk action for one order. */
export const BULK_OPERATIONS: Readonly<Record<OrderBulkActionName, BulkOperation>> = {
  confirmed: {
    refusal: confirmRefusal,
    run: (shop, orderId, _parcel, options) => confirmOrder(shop, orderId, 'staff', options),
  },
  processing: moveOperation('processing'),
  shipped: moveOperation('shipped'),
  delivered: moveOperation('delivered'),
  packed: {
    refusal: packRefusal,
    run: (shop, orderId, _parcel, options) => packOrder(shop, orderId, options),
  },
  placed: { run: (shop, orderId, _parcel, options) => undoProcessing(shop, orderId, options) },
  cash_received: {
    refusal: receiveCashRefusal,
    run: (shop, orderId, _parcel, options) => receiveCash(shop, orderId, options),
  },
};

function moveOperation(status: 'processing' | 'shipped' | 'delivered'): BulkOperation {
  return {
    refusal: (order) => orderMoveRefusal(order, status),
    run: (shop, orderId, parcel, options) => moveOrder(shop, orderId, status, parcel, options),
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
