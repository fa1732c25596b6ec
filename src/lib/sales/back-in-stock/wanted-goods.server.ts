import type { ProductDetail, Variant } from '#lib/catalog/products/catalog.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { CART_MESSAGES } from '#lib/sales/cart/cart.ts';

export interface WantedGoods {
  product: ProductDetail;
  variant: Variant;
}

/** `undefined` for what is not on sale. */
export async function findWanted(
  db: ShopDatabase['read'] | Tx,
  variantId: number | string,
): Promise<WantedGoods | undefined> {
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

/** Throws `not_found`. */
export async function wantedGoods(db: ShopDatabase['read'] | Tx, variantId: number | string): Promise<WantedGoods> {
  const wanted = await findWanted(db, variantId);
  if (!wanted) throw new ShopError('not_found', CART_MESSAGES.productGone);
  return wanted;
}

export function nameOfWanted({ product, variant }: WantedGoods): string {
  return variant.name ? `${product.name}, ${variant.name}` : product.name;
}
