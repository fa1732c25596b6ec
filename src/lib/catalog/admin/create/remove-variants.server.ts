import { changeProduct, lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const NONE_CHOSEN = 'Choose the variants to remove.';
const ALL_CHOSEN = 'A product needs at least one variant. To stop selling it, make it a draft.';

/**
 * Removes variants with their stock; orders are not affected. Returns the number of removed variants. Throws
 * `not_found` if there is no such product, `invalid` if none or all of the variants are chosen, and `conflict` if the
 * product has changed since `version`.
 */
export function removeVariants(
  shop: ProductShop,
  id: number,
  { version, variant: chosenIds }: { version: number; variant: readonly number[] },
): Promise<number> {
  return transaction(shop.db, async (tx) => {
    const { record, stored } = await lockProduct(tx, id, version);
    const isKeptByIndex = stored.variants.map((variant) => !chosenIds.includes(variant.id));
    const remainingVariants = record.variants
      .filter((_, index) => isKeptByIndex[index])
      .map(({ sku, values }) => ({ sku, values }));
    const removedCount = record.variants.length - remainingVariants.length;
    if (removedCount === 0) throw new ShopError('invalid', NONE_CHOSEN, { variant: NONE_CHOSEN });
    if (remainingVariants.length === 0) throw new ShopError('invalid', ALL_CHOSEN, { variant: ALL_CHOSEN });
    const patch = { type: 'product', slug: record.slug, variants: remainingVariants } as const;
    await changeProduct(tx, shop, patch, 'remove variants', { removesMissing: true });
    return removedCount;
  });
}
