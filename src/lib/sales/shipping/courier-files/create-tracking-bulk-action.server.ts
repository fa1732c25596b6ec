import { createReadStream } from 'node:fs';
import { readCsvRows } from '#lib/catalog/import/csv/csv-rows.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { BULK_MAX_ORDERS } from '#lib/sales/orders/admin/bulk-action.schema.ts';
import { createBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';
import { limitToScope, type OrderScope } from '#lib/sales/orders/record/order-scope.ts';
import { SHIPPING } from '#lib/sales/shipping/courier/shipping.schema.ts';
import { TRACKING_FILE_MESSAGES, trackingLines } from '#lib/sales/shipping/courier-files/tracking-file.ts';

/**
 * Reads a file with tracking numbers, and stores a bulk action that sets the orders in the file to shipped. A member of
 * staff has to check and start the bulk action. Returns the id of the bulk action. If the file is missing or
 * invalid, has too many tracking numbers, or contains the number of an order that does not exist in `scope`, stores
 * nothing and throws `invalid`.
 */
export async function createTrackingBulkAction(
  shop: Pick<Shop, 'db' | 'now'>,
  path: string | undefined,
  carrier: string,
  scope: OrderScope,
): Promise<string> {
  if (path === undefined) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.noFile);
  const rows: { line: number; fields: string[] }[] = [];
  for await (const { fields, line, problem } of readCsvRows(createReadStream(path, 'utf8'))) {
    if (problem !== undefined) throw new ShopError('invalid', `Line ${line}: ${problem}. Nothing was saved.`);
    rows.push({ line, fields });
  }
  const { courierFile } = contentOf(shop.db).of(SHIPPING);
  const lines = trackingLines(rows, courierFile);
  if (lines.length > BULK_MAX_ORDERS)
    throw new ShopError(
      'invalid',
      `The file has ${lines.length} tracking numbers. Upload at most ${BULK_MAX_ORDERS} at once.`,
    );
  const orderNumbers = lines.map(({ orderNumber }) => orderNumber);
  const orderQuery = shop.db.write
    .selectFrom('orders')
    .select(['id', 'number', 'updated_at'])
    .where('number', 'in', orderNumbers);
  const orderByNumber = new Map(
    (await limitToScope(orderQuery, scope).execute()).map((order) => [order.number, order]),
  );
  const orders = lines.map(({ line, orderNumber }) => {
    const order = orderByNumber.get(orderNumber);
    if (!order) throw new ShopError('invalid', TRACKING_FILE_MESSAGES.unknown(line, orderNumber));
    return { id: order.id, version: order.updated_at };
  });
  const trackingNumbers = lines.map(({ trackingNumber }) => trackingNumber);
  return createBulkAction(
    shop,
    { action: 'shipped', orders, carrier: carrier || courierFile.carrier, trackingNumbers },
    scope,
  );
}
