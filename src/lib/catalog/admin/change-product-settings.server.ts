import { changeProduct, lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import type { ProductSettings } from '#lib/catalog/admin/product-form.schema.ts';
import { hsnOf } from '#lib/catalog/admin/product-hsn.ts';
import type { ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const SLUG_TAKEN = 'Another product has this address.';

/**
 * Changes a product's status (active or draft), slug, categories and tax code. The old URL redirects to the new URL.
 * Throws `not_found` if there is no such product, `invalid` if the new values are rejected, and `conflict` if the
 * product has changed since `version` or if another product has the slug.
 */
export function changeProductSettings(
  shop: ProductShop,
  id: number,
  { version, status, slug, category, hsn }: Omit<ProductSettings, 'id'>,
): Promise<void> {
  return transaction(shop.db, async (tx) => {
    const { record } = await lockProduct(tx, id, version);
    const isRenamed = slug !== record.slug;
    if (isRenamed && (await tx.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirst()))
      throw new ShopError('conflict', SLUG_TAKEN, { slug: SLUG_TAKEN });
    const currentHsn = hsnOf(record);
    // If the variants have different codes, they keep these codes unless one code is entered for all variants.
    const isCodeChanged = hsn !== (currentHsn.hsn ?? '') && (hsn !== '' || !currentHsn.hasDifferentCodes);
    const variants = record.variants.map(({ sku, values }) => ({ sku, values, hsn: hsn || null }));
    const patch: ProductPatch = {
      ...{ type: 'product', slug, status, categories: orderedCategories(record.categories, category) },
      ...(isRenamed && { former_slugs: [record.slug] }),
      ...(isCodeChanged && { variants }),
    };
    await changeProduct(tx, shop, patch);
  });
}

/**
 * Returns the chosen categories. The categories that the product already has come first, in their previous order,
 * because the first category determines the breadcrumb.
 */
function orderedCategories(previousSlugs: readonly string[], chosenSlugs: readonly string[]): string[] {
  const remainingSlugs = previousSlugs.filter((slug) => chosenSlugs.includes(slug));
  return [...remainingSlugs, ...chosenSlugs.filter((slug) => !remainingSlugs.includes(slug))];
}
