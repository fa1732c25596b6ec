import { lockProduct } from '#lib/catalog/admin/change-product.server.ts';
import { addProduct } from '#lib/catalog/admin/create/add-product.server.ts';
import type { PictureShop } from '#lib/catalog/admin/pictures/add-pictures.server.ts';
import type { CleanProduct } from '#lib/catalog/import/record/canonical-record.ts';
import { storedPicture } from '#lib/catalog/import/record/picture-records.ts';
import { PRODUCT_LIMITS } from '#lib/catalog/import/record/record-limits.ts';
import type { StoredProduct } from '#lib/catalog/products/stored-products.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';

const COPY_SUFFIX = ' (copy)';

/**
 * Adds a draft with the texts, pictures, prices and options of a product, without stock, SKUs or barcodes. Returns the
 * id of the draft. Throws `not_found` if there is no such product, `invalid` if the copy is rejected, and `conflict` if
 * the product has changed since `version`.
 */
export function duplicateProduct(shop: PictureShop, id: number, version: number): Promise<number> {
  return transaction(shop.db, async (tx) => {
    const { record, stored } = await lockProduct(tx, id, version);
    return addProduct(tx, shop, copyOf(record), 'duplicate product', filesOf(stored));
  });
}

function copyOf({ slug: _slug, sold: _sold, created_at: _at, featured: _featured, ...record }: CleanProduct) {
  const name = `${record.name.slice(0, PRODUCT_LIMITS.name - COPY_SUFFIX.length)}${COPY_SUFFIX}`;
  const variants = record.variants.map(({ values, price, sale_price, hsn, weight_g }) => ({
    ...{ values, price, sale_price, hsn, weight_g },
    quantity: 0,
  }));
  return { ...record, name, variants };
}

function filesOf({ pictures }: StoredProduct): Map<string, StoredPicture> {
  return new Map(
    pictures.flatMap((row): [string, StoredPicture][] => {
      const picture = storedPicture(row);
      return picture ? [[row.src, picture]] : [];
    }),
  );
}
