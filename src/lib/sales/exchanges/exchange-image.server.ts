import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { FILE_KINDS, type FileKindName } from '#lib/platform/files/storage/file-kinds.ts';
import { storedFileResponse } from '#lib/platform/http/encoding/stored-file.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { type OrderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';

/** Throws `not_found` unless the order is the viewer's. */
export async function exchangeImageResponse(
  shop: Pick<Shop, 'db' | 'secretKey'>,
  viewer: OrderViewer,
  id: string,
  request: Request,
): Promise<Response> {
  const file = await shop.db.write
    .selectFrom('exchange_image')
    .innerJoin('exchange', 'exchange.id', 'exchange_image.exchange_id')
    .select(['file_key', 'bytes', 'name', 'kind', 'order_id'])
    .where('exchange_image.id', '=', id)
    .executeTakeFirst();
  if (!file) throw new ShopError('not_found', 'There is no such file.');
  await ownOrder(shop, file.order_id, viewer);
  const { file_key: key, bytes, name, kind } = file;
  return storedFileResponse({ key, bytes, name, type: FILE_KINDS[kind as FileKindName].types[0] }, request);
}
