import { changeProduct } from '#lib/catalog/admin/change-product.server.ts';
import type { PictureShop } from '#lib/catalog/admin/pictures/add-pictures.server.ts';
import { slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { PRODUCT_LIMITS } from '#lib/catalog/import/record/record-limits.ts';
import { lockCatalogue } from '#lib/catalog/products/catalogue-version.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { StoredPicture } from '#lib/platform/files/pictures/pictures.server.ts';

/** The slug for names that contain neither Latin letters nor digits. */
const FALLBACK_SLUG = 'product';

/**
 * Adds a product as a draft, with a slug that no product has or has had. Returns the id of the product. Throws
 * `invalid` if the product is rejected.
 */
export async function addProduct(
  tx: Tx,
  shop: PictureShop,
  record: Omit<ProductRecord, 'type' | 'slug' | 'status'>,
  action: string,
  pictures: ReadonlyMap<string, StoredPicture>,
): Promise<number> {
  await lockCatalogue(tx);
  const slug = await unusedSlug(tx, slugOf(record.name) || FALLBACK_SLUG);
  await changeProduct(tx, shop, { ...record, type: 'product', slug, status: 'draft' }, action, { pictures });
  const { id } = await tx.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirstOrThrow();
  return id;
}

/** Returns the preferred slug, with the first unused number appended if a product has or has had that slug. */
async function unusedSlug(tx: Tx, preferred: string): Promise<string> {
  const base = slugOf(preferred.slice(0, PRODUCT_LIMITS.slug - '-9999'.length));
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    const product = await tx.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirst();
    const formerSlug = await tx.selectFrom('former_slug').select('slug').where('slug', '=', slug).executeTakeFirst();
    if (!product && !formerSlug) return slug;
  }
}
