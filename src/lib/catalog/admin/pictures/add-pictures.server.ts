import { changeProduct, lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import { MAX_PICTURES } from '#lib/catalog/admin/pictures/product-pictures.ts';
import {
  filesBySrc,
  type NewPicture,
  refuseMissingFiles,
  uploadedPictures,
  withStoredPictures,
} from '#lib/catalog/admin/pictures/stored-pictures.server.ts';
import { readProduct, rejectOutdatedVersion } from '#lib/catalog/admin/read-product.server.ts';
import type { ImageRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export type PictureShop = ProductShop & Pick<Shop, 'pictures'>;

const NONE_CHOSEN = 'Choose pictures first.';
const TOO_MANY = `A product can have at most ${MAX_PICTURES} pictures.`;

/**
 * Adds pictures after the existing pictures. A request that is repeated because its response was lost adds nothing.
 * Returns the number of added pictures, and the new version of the product for the next upload.
 * Throws `not_found` if there is no such product, `invalid` if the pictures are missing, unreadable or too many, `busy`
 * if pictures can't be processed at the moment, and `conflict` if the product has changed since `version` or the
 * pictures have been deleted as unused in the meantime.
 */
export function addPictures(
  shop: PictureShop,
  { id, version }: { id: number; version: number },
  files: readonly UploadedFile[],
): Promise<{ addedCount: number; version: number }> {
  if (files.length === 0) throw new ShopError('invalid', NONE_CHOSEN, { pictures: NONE_CHOSEN });
  return withStoredPictures(shop, uploadedPictures(files), (pictures) =>
    transaction(shop.db, async (tx) => {
      const product = await lockProduct(tx, id, undefined);
      const { slug, images: existingImages = [] } = product.record;
      const images = withNewPictures(existingImages, pictures);
      const addedCount = images.length - existingImages.length;
      if (addedCount > 0) {
        rejectOutdatedVersion(product, version);
        if (images.length > MAX_PICTURES) throw new ShopError('invalid', TOO_MANY, { pictures: TOO_MANY });
        refuseMissingFiles(shop.pictures, pictures);
        const patch = { type: 'product', slug, images } as const;
        await changeProduct(tx, shop, patch, 'add pictures', { pictures: filesBySrc(pictures) });
      }
      return { addedCount, version: (await readProduct(tx, id)).version };
    }),
  );
}

/** Returns the images of a product, followed by images for those of `pictures` that the product does not have yet. */
export function withNewPictures(
  existingImages: readonly ImageRecord[],
  pictures: readonly NewPicture[],
): ImageRecord[] {
  const existingSrcs = new Set(existingImages.map(({ src }) => src));
  const addedSrcs = [...new Set(pictures.map(({ src }) => src))].filter((src) => !existingSrcs.has(src));
  return [...existingImages, ...addedSrcs.map((src) => ({ src, alt: '' }))];
}
