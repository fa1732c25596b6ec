import { readBulkAction } from '#lib/platform/bulk/bulk-action-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { previewBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';
import type { OrderScope } from '#lib/sales/orders/record/order-scope.ts';

export interface TrackingPlan {
  /** The id of the bulk action. */
  id: string;
  carrier: string | null;
  rows: {
    orderId: string;
    number: string;
    trackingNumber: string;
    status: OrderStatus;
    /** The reason why the order would stay as it is. Undefined if the order would be set to shipped. */
    refusal: string | undefined;
  }[];
  /** The number of orders that would be set to shipped. */
  possibleCount: number;
  isStarted: boolean;
}

/**
 * Reads the changes that an uploaded file with tracking numbers would make. Throws `not_found` if the bulk action does
 * not exist.
 */
export async function readTrackingPlan(
  db: Pick<ShopDatabase, 'write'>,
  bulkActionId: string,
  scope: OrderScope,
): Promise<TrackingPlan> {
  const { id, carrier } = await readBulkAction(db, bulkActionId, 'order');
  const storedRows = await db.write
    .selectFrom('bulk_action_row')
    .select(['record_id', 'tracking_number', 'state', 'version'])
    .where('bulk_id', '=', id)
    .orderBy('position')
    .execute();
  const rowByOrderId = new Map(storedRows.map((row) => [row.record_id, row]));
  const preview = await previewBulkAction(db, 'shipped', [...rowByOrderId.keys()], scope);
  const rows = preview.map(({ order, refusal }) => ({
    ...{ orderId: order.id, number: order.number, status: order.order_status },
    trackingNumber: rowByOrderId.get(order.id)?.tracking_number ?? '',
    refusal:
      refusal ??
      (order.updated_at === rowByOrderId.get(order.id)?.version ? undefined : 'The order has changed in the meantime.'),
  }));
  return {
    ...{ id, carrier, rows },
    possibleCount: rows.filter(({ refusal }) => refusal === undefined).length,
    isStarted: storedRows.some(({ state }) => state !== 'waiting'),
  };
}
