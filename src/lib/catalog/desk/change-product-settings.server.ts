import { changeProduct, type DeskShop, lockProduct } from '#lib/catalog/desk/change-product.server.ts';
import type { ProductSettings } from '#lib/catalog/desk/product-form.schema.ts';
import { hsnOf } from '#lib/catalog/desk/product-hsn.ts';
import type { ProductPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const SLUG_TAKEN = 'Another product has this address.';

/**
 * Changes whether a product is on sale, its address, categories and tax code. The old address redirects to the new one.
 * Throws `not_found`, `invalid`, and `conflict` for another version or an address that another product has.
 */
export function changeProductSettings(
  shop: DeskShop,
  id: number,
  { version, status, slug, category, hsn }: Omit<ProductSettings, 'id'>,
): Promise<void> {
  return transaction(shop.db, async (tx) => {
    const { record } = await lockProduct(tx, id, version);
    if (slug !== record.slug) await refuseTakenSlug(tx, slug);
    const code = hsnOf(record);
    // Variants with different codes keep them unless one code is entered for all.
    const isNewCode = hsn !== (code.hsn ?? '') && (hsn !== '' || !code.differs);
    const variants = record.variants.map(({ sku, values }) => ({ sku, values, hsn: hsn || null }));
    const patch: ProductPatch = {
      ...{ type: 'product', slug, status, categories: inOrder(record.categories, category) },
      ...(slug !== record.slug && { former_slugs: [record.slug] }),
      ...(isNewCode && { variants }),
    };
    await changeProduct(tx, shop, patch);
  });
}

async function refuseTakenSlug(tx: Tx, slug: string): Promise<void> {
  const other = await tx.selectFrom('product').select('id').where('slug', '=', slug).executeTakeFirst();
  if (other) throw new ShopError('conflict', SLUG_TAKEN, { slug: SLUG_TAKEN });
}

/** The first category determines the breadcrumb, so the remaining ones keep their order. */
function inOrder(before: readonly string[], chosen: readonly string[]): string[] {
  const remaining = before.filter((slug) => chosen.includes(slug));
  return [...remaining, ...chosen.filter((slug) => !remaining.includes(slug))];
}
