import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { SwatchOffer } from '#lib/sales/cart/offers/swatches.ts';
import { CHECKOUT_MESSAGES } from '#lib/sales/checkout/checkout.ts';
import { goodsForOrder, type OrderedLine } from '#lib/sales/checkout/order-goods.server.ts';

/**
 * Empties the cart, so that a second order from the same cart is refused, and returns the goods. Leaves out goods that
 * are no longer sold. Throws `conflict` if the cart has no goods, or if goods can't be sold as they are in the cart.
 */
export async function takeCart(
  tx: Tx,
  cartId: string,
  at: number,
  offer: SwatchOffer | undefined,
): Promise<OrderedLine[]> {
  const { rows: lines } = await deleteLines(tx, { cartId });
  const swatchIds = new Set(lines.flatMap(({ variant_id, swatch }) => (swatch === 1 ? variant_id : [])));
  const quantities = new Map(lines.map((line) => [line.variant_id, line.quantity]));
  const goods = lines.length === 0 ? [] : await goodsForOrder(tx, quantities, at, { swatches: swatchIds, offer });
  if (goods.length === 0) throw new ShopError('conflict', CHECKOUT_MESSAGES.emptyCart);
  return goods;
}

const deleteLines = preparedQuery((db, { cartId }: { cartId: string }) =>
  db.deleteFrom('cart_line').where('cart_id', '=', cartId).returning(['variant_id', 'quantity', 'swatch']),
);
