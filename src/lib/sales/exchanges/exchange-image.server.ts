import type { ExchangeImageTable } from '#lib/platform/db/tables/exchange.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { FILE_KINDS, type FileKindName } from '#lib/platform/files/storage/file-kinds.ts';
import { storedFileResponse } from '#lib/platform/http/pages/stored-file.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { isEnded } from '#lib/sales/exchanges/exchange.ts';
import { recordOrderRead } from '#lib/sales/orders/admin/record-order-read.server.ts';
import { type OrderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';

/** Returns an image for the buyer. Throws `not_found` if there is no such image or the order is not the viewer's. */
export async function exchangeImageResponse(
  shop: Pick<Shop, 'db' | 'secretKey'>,
  viewer: OrderViewer,
  id: string,
  request: Request,
): Promise<Response> {
  const image = await storedImage(shop, id);
  await ownOrder(shop, image.order_id, viewer);
  return imageResponse(image, request);
}

/**
 * Returns an image for staff, and records in the audit log that the order was read. Throws `not_found` if there is no
 * such image or, unless `includesEnded` is true, if the exchange has ended.
 */
export async function exchangeImageForAdmin(
  shop: Pick<Shop, 'db' | 'now'>,
  id: string,
  { request, includesEnded }: { request: Request; includesEnded: boolean },
): Promise<Response> {
  const image = await storedImage(shop, id);
  if (!includesEnded && isEnded(image)) throw imageNotFound();
  await recordOrderRead(shop, image.order_id);
  return imageResponse(image, request);
}

async function storedImage({ db }: Pick<Shop, 'db'>, id: string) {
  const image = await db.write
    .selectFrom('exchange_image')
    .innerJoin('exchange', 'exchange.id', 'exchange_image.exchange_id')
    .select(['file_key', 'bytes', 'name', 'kind', 'order_id', 'state', 'shipped_at', 'delivered_at'])
    .where('exchange_image.id', '=', id)
    .executeTakeFirst();
  if (!image) throw imageNotFound();
  return image;
}

function imageNotFound(): ShopError {
  return new ShopError('not_found', 'There is no such file.');
}

type StoredImage = Pick<ExchangeImageTable, 'file_key' | 'bytes' | 'name' | 'kind'>;

function imageResponse({ file_key: key, bytes, name, kind }: StoredImage, request: Request): Response {
  return storedFileResponse({ key, bytes, name, type: FILE_KINDS[kind as FileKindName].types[0] }, request);
}
