import { recordedExport } from '#lib/platform/audit/recorded-export.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';
import type { OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { readConsignments } from '#lib/sales/shipping/courier/consignment.server.ts';
import { SHIPPING } from '#lib/sales/shipping/courier/shipping.schema.ts';
import { courierFile } from '#lib/sales/shipping/courier-files/courier-file.ts';

/**
 * Exports the file for a courier with the orders that can be sent. Records the export, and the reading of each order,
 * in the audit log.
 */
export async function exportCourierFile(
  shop: Pick<Shop, 'db' | 'now'>,
  orderIds: readonly string[],
  scope: OrderScope,
): Promise<AsyncGenerator<string>> {
  const consignments = await readConsignments(shop.db, orderIds, scope);
  const sendableOrders = consignments.filter(({ problems }) => problems.length === 0);
  const { columns } = contentOf(shop.db).of(SHIPPING).courierFile;
  const text = courierFile(
    columns,
    sendableOrders.map(({ order, consignment }) => ({ consignment, note: order.note })),
  );
  for (const { order } of sendableOrders) await recordOrderRead(shop, order.id);
  const orderNumbers = sendableOrders.map(({ order }) => order.number).join(', ');
  return recordedExport(shop, {
    recordKind: 'orders for a courier',
    filters: orderNumbers,
    chunks: once({ text, recordCount: sendableOrders.length }),
  });
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value;
}
