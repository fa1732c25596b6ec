import type { APIContext } from 'astro';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { dropPrivateCookie, readPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { putLine } from '#lib/sales/cart/add-lines.server.ts';
import { amountText } from '#lib/sales/cart/cart.ts';
import { CART_COOKIE, customerCart, findCart } from '#lib/sales/cart/cart-owner.server.ts';
import { cartLines } from '#lib/sales/cart/read-cart.server.ts';

type CookieContext = Pick<APIContext, 'cookies' | 'locals'>;

export interface MergedCarts {
  messages: string[];
  hasUnseenLines: boolean;
}

export async function mergeAtLogin(
  { cookies, locals: { shop } }: CookieContext,
  customerId: string,
): Promise<MergedCarts> {
  const token = readPrivateCookie(cookies, shop.settings, CART_COOKIE);
  const joined = await transaction(shop.db, (tx) => mergeCarts(tx, token, customerId, shop.now()));
  if (token !== undefined) dropPrivateCookie(cookies, shop.settings, CART_COOKIE);
  return joined;
}

/** Adds up quantities of the same variant, up to the available amount, with messages (product.md, "Cart"). */
export async function mergeCarts(
  tx: Tx,
  guestToken: string | undefined,
  customerId: string,
  at: number,
): Promise<MergedCarts> {
  const before = await cartLines(tx, { customerId }, at);
  const joined: MergedCarts = { messages: [], hasUnseenLines: before.length > 0 };
  const guestCart = await findCart(tx, { token: guestToken }, at);
  if (!guestCart) return joined;
  const lines = await cartLines(tx, { token: guestToken }, at);
  const cart = await customerCart(tx, customerId, at);
  if (lines.length > 0 && before.length > 0) joined.messages.push(TOGETHER);
  for (const [index, line] of lines.entries()) {
    // A millisecond apart, so that they stay in their order.
    const clamped = await putLine(tx, cart.id, line, at + index);
    const held = before.find(({ variant }) => variant._id === line.variant._id)?.quantity;
    const message = clamped ?? (held === undefined ? undefined : addedUp(line, held));
    if (message) joined.messages.push(message);
  }
  const merged = { coupon_code: cart.coupon_code ?? guestCart.coupon_code, pincode: cart.pincode ?? guestCart.pincode };
  await tx.updateTable('cart').set(merged).where('id', '=', cart.id).execute();
  await tx.deleteFrom('cart').where('id', '=', guestCart.id).execute();
  return joined;
}

const TOGETHER = 'What was in your cart before is there again, together with what you chose now.';

function addedUp({ product, quantity }: Parameters<typeof putLine>[2], held: number): string {
  const amount = (of: number) => amountText(product, of);
  return `${product.name}: ${amount(held)} from before and ${amount(quantity)} now make ${amount(held + quantity)}.`;
}
