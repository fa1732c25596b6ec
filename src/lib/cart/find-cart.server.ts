import type { Kysely } from 'kysely';
import { DAY_MS } from '#lib/fields/durations.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { prepared } from '#lib/platform/db/prepared.server.ts';
import type { CartTable } from '#lib/platform/db/tables/cart.ts';
import type { Tables } from '#lib/platform/db/tables.ts';
import { newId, newToken, tokenHash } from '#lib/platform/tokens.server.ts';

/** How long a visitor's cart waits after it was last changed (product.md, "Cart and checkout"). */
export const GUEST_CART_MS = 30 * DAY_MS;

/** Whose cart: a logged-in customer's, else that of the guest's cookie. */
export interface CartOwner {
  customerId?: string | undefined;
  /** What the cookie holds. */
  token?: string | undefined;
  /** Where it is to be sent, said before there was a cart: a cart without anything in it is not stored. */
  pincode?: string | undefined;
  /** Where the request came from, for what a network may begin and hold; not known to tests and tools. */
  network?: string | undefined;
}

export async function findCart(db: Kysely<Tables>, owner: CartOwner, at: number): Promise<CartTable | undefined> {
  const { customerId, token } = owner;
  if (customerId !== undefined) return (await cartOfCustomer(db, { customerId })).rows[0];
  if (token === undefined) return undefined;
  return (await cartOfGuest(db, { hash: tokenHash(token), since: at - GUEST_CART_MS })).rows[0];
}

const cartOfCustomer = prepared((db, { customerId }: { customerId: string }) =>
  db.selectFrom('cart').selectAll().where('customer_id', '=', customerId),
);

const cartOfGuest = prepared((db, { hash, since }: { hash: string; since: number }) =>
  db.selectFrom('cart').selectAll().where('token_hash', '=', hash).where('updated_at', '>', since),
);

/** The owner's cart, begun when there is none; `token` is what the cookie of a guest must hold from now on. */
export async function openCart(tx: Tx, owner: CartOwner, at: number): Promise<{ cart: CartTable; token?: string }> {
  const found = await findCart(tx, owner, at);
  if (found)
    return owner.token !== undefined && !owner.customerId ? { cart: found, token: owner.token } : { cart: found };
  const { customerId, pincode = null } = owner;
  if (customerId !== undefined) return { cart: await customerCart(tx, customerId, at, pincode) };
  const token = newToken();
  const cart = { ...emptyCart(at), pincode, token_hash: tokenHash(token) };
  await tx.insertInto('cart').values(cart).execute();
  return { cart, token };
}

/** A customer has one cart, however many of their devices begin it at once. */
export async function customerCart(
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
