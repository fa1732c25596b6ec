import type { APIContext } from 'astro';
import { markVisitor } from '#lib/auth/cookies.server.ts';
import type { CartChange } from '#lib/cart/cart.server.ts';
import { CART_MESSAGES } from '#lib/cart/cart.ts';
import { type CartJson, cartJson } from '#lib/cart/cart-json.ts';
import { type CartOwner, GUEST_CART_MS } from '#lib/cart/find-cart.server.ts';
import { type JoinedCarts, joinCarts } from '#lib/cart/join-carts.server.ts';
import { PINCODE_PATTERN } from '#lib/fields/pincode.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { dropPrivateCookie, readPrivateCookie, setPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';
import { networkOf } from '#lib/platform/http/rate-limit.server.ts';

const CART_COOKIE = 'cart';
const PINCODE_COOKIE = 'pincode';
type Asked = Pick<APIContext, 'cookies' | 'locals'>;

/** Whose cart a request is about. */
export function cartOwner({ cookies, locals }: Asked): CartOwner {
  const { session, shop, clientAddress } = locals;
  const network = networkOf(clientAddress);
  const asked = readPrivateCookie(cookies, shop.settings, PINCODE_COOKIE) ?? '';
  const pincode = PINCODE_PATTERN.test(asked) ? asked : undefined;
  if (session) return { customerId: session.customer.id, pincode, network };
  return { token: readPrivateCookie(cookies, shop.settings, CART_COOKIE), pincode, network };
}

/** Where a cart that there is not yet will be sent; nothing when a cart knows it. */
export function keepPincode({ cookies, locals: { shop } }: Asked, pincode: string | undefined): void {
  if (pincode) setPrivateCookie(cookies, shop.settings, PINCODE_COOKIE, pincode, GUEST_CART_MS / 1000);
  else dropPrivateCookie(cookies, shop.settings, PINCODE_COOKIE);
}

/** After a login: what the visitor put in joins the customer's cart. */
export async function joinAtLogin({ cookies, locals: { shop } }: Asked, customerId: string): Promise<JoinedCarts> {
  const token = readPrivateCookie(cookies, shop.settings, CART_COOKIE);
  const joined = await transaction(shop.db, (tx) => joinCarts(tx, token, customerId, shop.now()));
  if (token !== undefined) dropPrivateCookie(cookies, shop.settings, CART_COOKIE);
  return joined;
}

/** Answers a change with the whole cart; a visitor's cookie then lives another 30 days. */
export function answerCart(context: Asked, { cart, token, ...more }: CartChange): CartJson {
  keepCartCookie(context, token);
  return cartJson(cart, more);
}

/** A customer's cart needs none. */
export function keepCartCookie({ cookies, locals: { shop } }: Asked, token: string | undefined): void {
  if (!token) return;
  setPrivateCookie(cookies, shop.settings, CART_COOKIE, token, GUEST_CART_MS / 1000);
  markVisitor(cookies, shop.settings);
}

/** In JSON a quantity is a number; a form has only text. */
export function askedQuantity<Quantity extends number | string | undefined>(
  request: Request,
  quantity: Quantity,
): number | (Quantity & undefined) {
  if (typeof quantity !== 'string') return quantity as number | (Quantity & undefined);
  if (request.headers.get('content-type')?.startsWith('application/json')) {
    throw new ShopError('invalid', CART_MESSAGES.quantityBad, { quantity: CART_MESSAGES.quantityBad });
  }
  return Number(quantity.replace(',', '.'));
}
