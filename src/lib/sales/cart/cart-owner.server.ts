import type { APIContext } from 'astro';
import type { Kysely } from 'kysely';
import { markVisitor } from '#lib/customers/auth/sessions/cookies.server.ts';
import { readMailboxToken } from '#lib/customers/auth/verified-mailbox.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import type { CartTable } from '#lib/platform/db/tables/cart.ts';
import { readPrivateCookie, setPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { networkBudgets, spendBudgets } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { newId, newToken, tokenHash } from '#lib/platform/tokens.server.ts';
import { DAY_MS, HOUR_MS } from '#lib/primitives/durations.ts';
import { PINCODE_PATTERN } from '#lib/primitives/pincode.ts';
import { type CartChange, type CartJson, cartJson } from '#lib/sales/cart/cart-json.ts';

export const CART_COOKIE = 'cart';
export const PINCODE_COOKIE = 'pincode';
/** The retention period of a guest's cart, from the last change to the cart (product.md, "Cart"). */
export const GUEST_CART_MS = 30 * DAY_MS;

type CookieContext = Pick<APIContext, 'cookies' | 'locals'>;
export type CartShop = Pick<Shop, 'db' | 'now'>;

export interface CartOwner {
  customerId?: string;
  token?: string;
  /** The pincode in the cookie. Used only if the visitor has no stored cart, which would contain the pincode. */
  pincode?: string;
  networks?: Networks;
  /** The token of a browser that has verified a mailbox. */
  mailboxToken?: string;
}

export function cartOwner({ cookies, locals }: CookieContext): CartOwner {
  const { session, shop, networks } = locals;
  const savedPincode = readPrivateCookie(cookies, shop.settings, PINCODE_COOKIE) ?? '';
  const pincode = PINCODE_PATTERN.test(savedPincode) ? savedPincode : undefined;
  const visitor = { pincode, networks, mailboxToken: readMailboxToken({ cookies, locals }) };
  if (session) return { customerId: session.customer.id, ...visitor };
  return { token: readPrivateCookie(cookies, shop.settings, CART_COOKIE), ...visitor };
}

/** Returns the visitor's cart, or undefined if there is none or the guest's cart has expired. */
export async function findCart(db: Kysely<Tables>, owner: CartOwner, at: number): Promise<CartTable | undefined> {
  const { customerId, token } = owner;
  if (customerId !== undefined) return (await cartOfCustomer(db, { customerId })).rows[0];
  if (token === undefined) return undefined;
  return (await cartOfGuest(db, { hash: tokenHash(token), since: at - GUEST_CART_MS })).rows[0];
}

const cartOfCustomer = preparedQuery((db, { customerId }: { customerId: string }) =>
  db.selectFrom('cart').selectAll().where('customer_id', '=', customerId),
);

const cartOfGuest = preparedQuery((db, { hash, since }: { hash: string; since: number }) =>
  db.selectFrom('cart').selectAll().where('token_hash', '=', hash).where('updated_at', '>', since),
);

/** Returns the visitor's cart, or creates a new cart if there is none. `token` is for a guest's cookie. */
export async function findOrCreateCart(
  tx: Tx,
  owner: CartOwner,
  at: number,
): Promise<{ cart: CartTable; token?: string }> {
  const existingCart = await findCart(tx, owner, at);
  if (existingCart) return { cart: existingCart, token: owner.customerId ? undefined : owner.token };
  const { customerId, pincode = null } = owner;
  if (customerId !== undefined) return { cart: await ensureCustomerCart(tx, customerId, at, pincode) };
  const token = newToken();
  const cart = { ...emptyCart(at), pincode, token_hash: tokenHash(token) };
  await tx.insertInto('cart').values(cart).execute();
  return { cart, token };
}

/** Returns the customer's only cart. Creates the cart if there is none, even if two devices do so at the same time. */
export async function ensureCustomerCart(
  tx: Tx,
  customerId: string,
  at: number,
  pincode: string | null = null,
): Promise<CartTable> {
  await tx
    .insertInto('cart')
    .values({ ...emptyCart(at), pincode, customer_id: customerId })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute();
  return tx.selectFrom('cart').selectAll().where('customer_id', '=', customerId).executeTakeFirstOrThrow();
}

function emptyCart(at: number): CartTable {
  return {
    id: newId(),
    token_hash: null,
    customer_id: null,
    coupon_code: null,
    pincode: null,
    created_at: at,
    updated_at: at,
  };
}

/** The limits per network. A whole town may share an IP address, but a script must not fill the disk. */
const MAX_NEW_CARTS = { perHour: 2_000, perDay: 5_000 };
const TOO_MANY_CARTS =
  'Too many carts were started from your network. Please log in to continue, or try again in an hour.';

/** Counts a new cart if a guest has no cart yet. Throws `too_many` if the network has started too many carts. */
export async function countNewCart({ db, now }: CartShop, owner: CartOwner): Promise<void> {
  const { customerId, networks } = owner;
  if (customerId !== undefined || networks === undefined || (await findCart(db.write, owner, now()))) return;
  const budgets = [
    ...networkBudgets(networks, { key: 'carts-hour', max: MAX_NEW_CARTS.perHour, windowMs: HOUR_MS }),
    ...networkBudgets(networks, { key: 'carts-day', max: MAX_NEW_CARTS.perDay, windowMs: DAY_MS }),
  ];
  await spendBudgets({ db, now }, budgets, TOO_MANY_CARTS);
}

export function cartResponse(context: CookieContext, { cart, token, ...changeDetails }: CartChange): CartJson {
  setCartCookie(context, token);
  return cartJson(cart, changeDetails);
}

export function setCartCookie({ cookies, locals: { shop } }: CookieContext, token: string | undefined): void {
  if (!token) return;
  setPrivateCookie(cookies, shop.settings, CART_COOKIE, token, GUEST_CART_MS / 1000);
  markVisitor(cookies, shop.settings);
}
