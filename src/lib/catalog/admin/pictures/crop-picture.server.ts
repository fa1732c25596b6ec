import { changeProduct, lockProduct } from '#lib/catalog/admin/change-product.server.ts';
import type { PictureShop } from '#lib/catalog/admin/pictures/add-pictures.server.ts';
import { PICTURE_RATIO } from '#lib/catalog/admin/pictures/product-pictures.ts';
import {
  filesBySrc,
  refuseMissingFiles,
  withStoredPictures,
} from '#lib/catalog/admin/pictures/stored-pictures.server.ts';
import { readProduct, rejectOutdatedVersion } from '#lib/catalog/admin/read-product.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { type CropArea, centredArea } from '#lib/platform/files/pictures/crop-area.ts';

const NO_PICTURE = 'There is no such picture.';

interface Crop {
  version: number;
  /** The position of the picture, counted from 0. */
  at: number;
  /** The part of the picture to keep; by default, the largest part in the middle with the ratio 4:5. */
  area: CropArea | undefined;
}

/**
 * Replaces a picture with a part of the picture, and keeps its description and colour. Throws `not_found` if there is
 * no such product or picture, `invalid` if the part is rejected, `busy` if pictures can't be processed at the moment,
 * and `conflict` if the product has changed since `version` or the new picture has been deleted as unused.
 */
export async function cropPicture(shop: PictureShop, id: number, { version, at, area }: Crop): Promise<void> {
  const product = await readProduct(shop.db.write, id);
  rejectOutdatedVersion(product, version);
  const { hash, width, height } = product.stored.pictures[at] ?? {};
  const bytes = hash ? await shop.pictures.read(hash) : undefined;
  if (!bytes || !width || !height) throw new ShopError('not_found', NO_PICTURE);
  const source = { name: 'The picture', bytes, area: area ?? centredArea({ width, height }, PICTURE_RATIO) };
  await withStoredPictures(shop, [source], (pictures) =>
    transaction(shop.db, async (tx) => {
      const { record } = await lockProduct(tx, id, version);
      refuseMissingFiles(shop.pictures, pictures);
      const src = pictures[0]?.src ?? '';
      const images = (record.images ?? []).map((image, index) => (index === at ? { ...image, src } : image));
      const patch = { type: 'product', slug: record.slug, images } as const;
      await changeProduct(tx, shop, patch, 'crop picture', { pictures: filesBySrc(pictures) });
    }),
  );
}
