import { createHash } from 'node:crypto';
import type { Tx } from '#lib/db/db.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

const KEPT_MS = 7 * 24 * 3_600_000;

export interface OrderAttempt {
  /** Customer or cart. */
  owner: string;
  key: string;
  bodyHash: string;
  orderId: string;
  at: number;
}

/**
 * Claims the key for a new order; gives the order that the same attempt has made before, if it has. On PostgreSQL a second
 * claim waits for the first to commit. Throws `invalid` when the key was used for something else.
 */
export async function claimKey(tx: Tx, attempt: OrderAttempt, cartId: string | undefined): Promise<string | undefined> {
  const { owner, key, bodyHash, orderId, at } = attempt;
  const claim = await tx
    .insertInto('idempotency_key')
    .values({ owner, key, body_hash: bodyHash, cart_hash: '', order_id: orderId, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if ((claim.numInsertedOrUpdatedRows ?? 0n) > 0n) return undefined;
  const first = await tx
    .selectFrom('idempotency_key')
    .selectAll()
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  const cart = cartId === undefined ? [] : await cartContents(tx, cartId);
  const isSameCart = cart.length === 0 || contentsHash(cart) === first.cart_hash;
  if (first.body_hash === bodyHash && isSameCart) return first.order_id;
  throw new ShopError(
    'invalid',
    'This order was sent before with other contents. Please reload the page and try again.',
  );
}

/** Remembers what was in the cart: the same key with another one is another order. */
export async function keepContents(
  tx: Tx,
  { owner, key }: OrderAttempt,
  lines: readonly { variantId: number; quantity: number }[],
): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ cart_hash: contentsHash(lines) })
    .where('owner', '=', owner)
    .where('key', '=', key)
    .execute();
}

/** Keys that nobody retries any more. */
export async function forgetOldKeys(tx: Pick<Tx, 'deleteFrom'>, now: number): Promise<void> {
  await tx
    .deleteFrom('idempotency_key')
    .where('created_at', '<', now - KEPT_MS)
    .execute();
}

async function cartContents(tx: Tx, cartId: string): Promise<{ variantId: number; quantity: number }[]> {
  const query = tx.selectFrom('cart_line').select(['variant_id as variantId', 'quantity']);
  return query.where('cart_id', '=', cartId).execute();
}

function contentsHash(lines: readonly { variantId: number; quantity: number }[]): string {
  const words = lines.map(({ variantId, quantity }) => `${variantId}:${quantity}`).sort();
  return hashText(words.join(' '));
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
