import { customerCart, findCart } from '#lib/cart/find-cart.server.ts';
import { putLine } from '#lib/cart/put-line.server.ts';
import { loadCart } from '#lib/cart/read-cart.server.ts';
import type { Tx } from '#lib/db/db.server.ts';

/**
 * Login: what was put into the cart as a visitor joins the customer's, and the visitor's is gone. The same variant adds
 * up, clamped to what can be had; the messages say so, and are shown to the customer (product.md, "Cart and checkout").
 */
export async function joinCarts(
  tx: Tx,
  guestToken: string | undefined,
  customerId: string,
  at: number,
): Promise<string[]> {
  const guestCart = await findCart(tx, { token: guestToken }, at);
  if (!guestCart) return [];
  const { lines } = await loadCart(tx, { token: guestToken }, at);
  const cart = await customerCart(tx, customerId, at);
  const messages: string[] = [];
  for (const [index, line] of lines.entries()) {
    // A millisecond apart, so that they stay in their order.
    const message = await putLine(tx, cart.id, line, at + index);
    if (message) messages.push(message);
  }
  const kept = { coupon_code: cart.coupon_code ?? guestCart.coupon_code, pincode: cart.pincode ?? guestCart.pincode };
  await tx.updateTable('cart').set(kept).where('id', '=', cart.id).execute();
  await tx.deleteFrom('cart').where('id', '=', guestCart.id).execute();
  return messages;
}
