import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';

export type RequestedItem = Awaited<ReturnType<typeof requestedItem>>;

/** Returns the variant with its product, or undefined if the variant does not exist or is not for sale. */
export async function findRequestedItem(db: ShopDatabase['read'] | Tx, variantId: number | string) {
  if (!/^\d{1,15}$/.test(String(variantId))) return undefined;
  const row = await db
    .selectFrom('variant')
    .select('product_id')
    .where('id', '=', Number(variantId))
    .executeTakeFirst();
  const [product] = row ? await productsByIds({ read: db }, [row.product_id]) : [];
  const variant = product?.variants.find(({ _id }) => _id === Number(variantId));
  return product && variant && { product, variant };
}

/** Returns the variant with its product. Throws `not_found` if the variant does not exist or is not for sale. */
export async function requestedItem(db: ShopDatabase['read'] | Tx, variantId: number | string) {
  const item = await findRequestedItem(db, variantId);
  if (!item) throw new ShopError('not_found', CART_MESSAGES.productNotSold);
  return item;
}

export function requestedItemName({ product, variant }: RequestedItem): string {
  return variant.name ? `${product.name}, ${variant.name}` : product.name;
}
