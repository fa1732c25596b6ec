import { addToCart } from '#lib/cart/add-to-cart.server.ts';
import type { CartChange } from '#lib/cart/cart-json.ts';
import type { CartOwner } from '#lib/cart/cart-owner.server.ts';
import { toMetres } from '#lib/fields/metres.ts';
import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** At today's prices. Throws `conflict` when nothing can be had. */
export async function reorder(
  shop: Pick<Shop, 'db' | 'now'>,
  owner: CartOwner,
  lines: readonly OrderLineTable[],
): Promise<CartChange> {
  let change: CartChange | undefined;
  const missing: string[] = [];
  for (const line of lines) {
    const quantity = line.sell_unit === 'metre' ? toMetres(line.quantity) : line.quantity;
    const asked = { product: String(line.product_id), variant: String(line.variant_id), quantity };
    const token = change?.token ?? owner.token;
    try {
      change = { ...(token ? { token } : {}), ...(await addToCart(shop, { ...owner, token }, asked)) };
    } catch (error) {
      if (!isShopError(error)) throw error;
      missing.push(`${line.name}: ${error.message}`);
    }
  }
  if (!change) throw new ShopError('conflict', missing.join(' ') || 'Nothing of this order can be had just now.');
  return missing.length === 0 ? change : { ...change, notice: missing.join(' ') };
}
