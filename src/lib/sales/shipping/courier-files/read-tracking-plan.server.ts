import { readBulkAction } from '#lib/platform/bulk/bulk-action-rows.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { previewBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';
import type { OrderScope } from '#lib/sales/orders/record/order-scope.ts';

/**
 * Reads the changes that an uploaded file with tracking numbers would make. Throws `not_found` if the bulk action does
 * not exist.
 */
export async function readTrackingPlan(db: Pick<ShopDatabase, 'write'>, bulkActionId: string, scope: OrderScope) {
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
    /** The reason why the order would stay as it is. Undefined if the order would be set to shipped. */
    refusal:
      refusal ??
      (order.updated_at === rowByOrderId.get(order.id)?.version ? undefined : 'The order has changed in the meantime.'),
  }));
  return {
    ...{ id, carrier, rows },
    /** The number of orders that would be set to shipped. */
    possibleCount: rows.filter(({ refusal }) => refusal === undefined).length,
    isStarted: storedRows.some(({ state }) => state !== 'waiting'),
  };
}
