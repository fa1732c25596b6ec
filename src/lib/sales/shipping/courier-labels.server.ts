import { buffer } from 'node:stream/consumers';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Reads the couriers' labels for booked parcels, as one PDF for each order, by order id. */
export async function courierLabels(
  { db, files }: Pick<Shop, 'db' | 'files'>,
  orderIds: readonly string[],
): Promise<Map<string, Buffer>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db.write
    .selectFrom('shipment')
    .select(['order_id', 'label_file'])
    .where('order_id', 'in', orderIds)
    .where('phase', '=', 'booked')
    .where('label_file', 'is not', null)
    .execute();
  const labels = new Map<string, Buffer>();
  for (const { order_id, label_file } of rows) {
    const file = await files.read(label_file ?? '');
    if (file) labels.set(order_id, await buffer(file));
  }
  return labels;
}
