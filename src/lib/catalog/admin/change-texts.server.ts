import { changeProduct, lockProduct, type ProductShop } from '#lib/catalog/admin/change-product.server.ts';
import type { ProductTexts } from '#lib/catalog/admin/product-form.schema.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

/**
 * Changes the name and the texts of a product; an empty text or list removes the old one. Throws `not_found` if there
 * is no such product, `invalid` if the texts are rejected, and `conflict` if the product has changed since `version`.
 */
export function changeTexts(
  shop: ProductShop,
  id: number,
  { version, name, ...texts }: Omit<ProductTexts, 'id'>,
): Promise<void> {
  const changedTexts = Object.fromEntries(
    Object.entries(texts).map(([field, value]) => [field, value.length === 0 ? null : value]),
  );
  return transaction(shop.db, async (tx) => {
    const { record } = await lockProduct(tx, id, version);
    await changeProduct(
      tx,
      shop,
      { type: 'product', slug: record.slug, name, ...changedTexts },
      'change product texts',
    );
  });
}
