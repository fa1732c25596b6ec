import { changeProduct, lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import type { PictureForm } from '#lib/catalog/admin/pictures/picture-form.schema.ts';
import { arrangedPictures } from '#lib/catalog/admin/pictures/product-pictures.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

/**
 * Saves the descriptions and colours of the form, and moves or removes the picture whose button was pressed. Throws
 * `not_found` if there is no such product, `invalid` if the values are rejected, and `conflict` if the product has
 * changed since `version`.
 */
export function changePictures(
  shop: ProductShop,
  id: number,
  { version, src, alt, color, action, position }: PictureForm,
): Promise<void> {
  return transaction(shop.db, async (tx) => {
    const { record } = await lockProduct(tx, id, version);
    const editedImages = (record.images ?? []).map((image, index) => ({
      ...image,
      ...(image.src === src[index] && {
        alt: alt[index] ?? image.alt,
        // If the form has no colour fields, the colours are kept.
        color: color[index] === undefined ? image.color : color[index] || undefined,
      }),
    }));
    const images = arrangedPictures(editedImages, action, position);
    const patch = { type: 'product', slug: record.slug, images: images.length === 0 ? null : images } as const;
    await changeProduct(tx, shop, patch, action === 'remove' ? 'remove picture' : 'change pictures');
  });
}
