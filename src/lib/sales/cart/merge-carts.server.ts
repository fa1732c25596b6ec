import type { APIContext } from 'astro';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { dropPrivateCookie, readPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { upsertLine } from '#lib/sales/cart/add-lines.server.ts';
import { quantityLabel } from '#lib/sales/cart/cart.ts';
import { CART_COOKIE, ensureCustomerCart, findCart } from '#lib/sales/cart/cart-owner.server.ts';
import { cartLines } from '#lib/sales/cart/read-cart.server.ts';

export interface MergedCarts {
  messages: string[];
  /** Whether the customer's cart already had lines before the login. */
  hadSavedLines: boolean;
}

/** Merges the cart that the browser's cookie identifies into the customer's cart, and removes the cookie. */
export async function mergeAtLogin(
  { cookies, locals: { shop } }: Pick<APIContext, 'cookies' | 'locals'>,
  customerId: string,
): Promise<MergedCarts> {
  const token = readPrivateCookie(cookies, shop.settings, CART_COOKIE);
  const result = await transaction(shop.db, (tx) => mergeCarts(tx, token, customerId, shop.now()));
  if (token !== undefined) dropPrivateCookie(cookies, shop.settings, CART_COOKIE);
  return result;
}

/**
 * Moves the guest's lines, coupon and pincode to the customer's cart, and deletes the guest's cart. If both carts
 * contain the same variant, adds the quantities, up to the available quantity. A swatch is not added to another swatch
 * or to a length of the same cloth. The customer's coupon and pincode have priority (product.md, "Cart").
 */
export async function mergeCarts(
  tx: Tx,
  guestToken: string | undefined,
  customerId: string,
  at: number,
): Promise<MergedCarts> {
  const savedLines = await cartLines(tx, { customerId }, at);
  const result: MergedCarts = { messages: [], hadSavedLines: savedLines.length > 0 };
  const guestCart = await findCart(tx, { token: guestToken }, at);
  if (!guestCart) return result;
  const lines = await cartLines(tx, { token: guestToken }, at);
  const cart = await ensureCustomerCart(tx, customerId, at);
  if (lines.length > 0 && savedLines.length > 0) result.messages.push(MERGED_MESSAGE);
  for (const [index, line] of lines.entries()) {
    const savedLine = savedLines.find(({ variant }) => variant._id === line.variant._id);
    // A cart can't contain both a swatch and a length of the same cloth, so only the length is kept.
    if (line.isSwatch && savedLine && !savedLine.isSwatch) continue;
    // The times are a millisecond apart, so that the lines keep their order.
    const limitMessage = await upsertLine(tx, cart.id, line, at + index);
    const message =
      limitMessage ?? (savedLine && !savedLine.isSwatch ? sumMessage(line, savedLine.quantity) : undefined);
    if (message) result.messages.push(message);
  }
  const mergedColumns = {
    coupon_code: cart.coupon_code ?? guestCart.coupon_code,
    pincode: cart.pincode ?? guestCart.pincode,
  };
  await tx.updateTable('cart').set(mergedColumns).where('id', '=', cart.id).execute();
  await tx.deleteFrom('cart').where('id', '=', guestCart.id).execute();
  return result;
}

const MERGED_MESSAGE = 'Your saved items are back in your cart, together with the ones you just chose.';

function sumMessage({ product, quantity }: Parameters<typeof upsertLine>[2], savedQuantity: number): string {
  const text = (value: number) => quantityLabel(product, value);
  const total = text(savedQuantity + quantity);
  return `${product.name}: ${text(savedQuantity)} from before and ${text(quantity)} new, ${total} in total.`;
}
