import type { OrderLineTable } from '#lib/platform/db/tables/orders.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { toMetres } from '#lib/primitives/metres.ts';
import { addToCart } from '#lib/sales/cart/add-to-cart.server.ts';
import type { Cart } from '#lib/sales/cart/cart.ts';
import type { CartChange } from '#lib/sales/cart/cart-json.ts';
import type { CartOwner } from '#lib/sales/cart/cart-owner.server.ts';

/**
 * Adds the items of an order to the cart at current prices. The notice lists the lines that could not be added, or only
 * in part. Throws `conflict` if no line could be added.
 */
export async function reorder(
  shop: Pick<Shop, 'db' | 'now'>,
  owner: CartOwner,
  lines: readonly OrderLineTable[],
): Promise<CartChange> {
  let { token } = owner;
  let cart: Cart | undefined;
  const notices: string[] = [];
  for (const line of lines) {
    const quantity = line.sell_unit === 'metre' ? toMetres(line.quantity) : line.quantity;
    const request = { product: String(line.product_id), variant: String(line.variant_id), quantity };
    try {
      const change = await addToCart(shop, { ...owner, token }, request);
      cart = change.cart;
      token = change.token ?? token;
      if (change.notice) notices.push(change.notice);
    } catch (error) {
      if (!isShopError(error)) throw error;
      notices.push(`${line.name}: ${error.message}`);
    }
  }
  const notice = notices.join(' ');
  if (!cart) throw new ShopError('conflict', notice || 'Nothing in this order is available right now.');
  return { cart, ...(token ? { token } : {}), ...(notice ? { notice } : {}) };
}
