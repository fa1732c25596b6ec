import type { APIContext } from 'astro';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { dropPrivateCookie, readPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { upsertLine } from '#lib/sales/cart/add-lines.server.ts';
import { quantityLabel } from '#lib/sales/cart/cart.ts';
import { CART_COOKIE, ensureCustomerCart, findCart } from '#lib/sales/cart/cart-owner.server.ts';
import { cartLines } from '#lib/sales/cart/read-cart.server.ts';

type CookieContext = Pick<APIContext, 'cookies' | 'locals'>;

export interface MergedCarts {
  messages: string[];
  /** Whether the customer's cart already had lines before the login. */
  hadSavedLines: boolean;
}

/** Merges the cart of the browser's cookie into the customer's cart, and removes the cookie. */
export async function mergeAtLogin(
  { cookies, locals: { shop } }: CookieContext,
  customerId: string,
): Promise<MergedCarts> {
  const token = readPrivateCookie(cookies, shop.settings, CART_COOKIE);
  const merged = await transaction(shop.db, (tx) => mergeCarts(tx, token, customerId, shop.now()));
  if (token !== undefined) dropPrivateCookie(cookies, shop.settings, CART_COOKIE);
  return merged;
}

/**
 * Moves the guest's lines, coupon and pincode to the customer's cart, and deletes the guest's cart. If both have a
 * variant, adds the quantities, up to the available amount; a swatch is not added to another swatch or to a length of
 * its cloth. The customer's coupon and pincode have priority (product.md, "Cart").
 */
export async function mergeCarts(
  tx: Tx,
  guestToken: string | undefined,
  customerId: string,
  at: number,
): Promise<MergedCarts> {
  const before = await cartLines(tx, { customerId }, at);
  const merged: MergedCarts = { messages: [], hadSavedLines: before.length > 0 };
  const guestCart = await findCart(tx, { token: guestToken }, at);
  if (!guestCart) return merged;
  const lines = await cartLines(tx, { token: guestToken }, at);
  const cart = await ensureCustomerCart(tx, customerId, at);
  if (lines.length > 0 && before.length > 0) merged.messages.push(MERGED);
  for (const [index, line] of lines.entries()) {
    const saved = before.find(({ variant }) => variant._id === line.variant._id);
    // A cart has either a swatch or a length of a cloth; the length stays.
    if (line.isSwatch && saved && !saved.isSwatch) continue;
    // Added a millisecond apart, so that the lines keep their order.
    const clamped = await upsertLine(tx, cart.id, line, at + index);
    const message = clamped ?? (saved && !saved.isSwatch ? sumMessage(line, saved.quantity) : undefined);
    if (message) merged.messages.push(message);
  }
  const columns = {
    coupon_code: cart.coupon_code ?? guestCart.coupon_code,
    pincode: cart.pincode ?? guestCart.pincode,
  };
  await tx.updateTable('cart').set(columns).where('id', '=', cart.id).execute();
  await tx.deleteFrom('cart').where('id', '=', guestCart.id).execute();
  return merged;
}

const MERGED = 'Your saved items are back in your cart, together with the ones you just chose.';

function sumMessage({ product, quantity }: Parameters<typeof upsertLine>[2], saved: number): string {
  const text = (amount: number) => quantityLabel(product, amount);
  return `${product.name}: ${text(saved)} from before and ${text(quantity)} new, ${text(saved + quantity)} in total.`;
}
