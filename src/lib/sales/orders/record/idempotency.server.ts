import { createHash } from 'node:crypto';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { IdempotencyKeyTable } from '#lib/platform/db/tables/attempt.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

const RETENTION_MS = 7 * DAY_MS;

export interface OrderAttempt {
  /** The customer, cart or draft that places the order. */
  owner: string;
  key: string;
  bodyHash: string;
  orderId: string;
  at: number;
}

/**
 * Claims the key for this attempt, and returns undefined. If an earlier identical attempt has claimed the key, returns
 * the id of the order of that attempt; on PostgreSQL, waits until the transaction of that attempt is committed. Throws
 * `invalid` if the key belongs to a different order.
 */
export async function claimKey(tx: Tx, attempt: OrderAttempt, cartId: string | undefined): Promise<string | undefined> {
  const { owner, key, bodyHash, orderId, at } = attempt;
  const { numAffectedRows } = await insertKey(tx, {
    owner,
    key,
    body_hash: bodyHash,
    order_id: orderId,
    created_at: at,
  });
  if ((numAffectedRows ?? 0n) > 0n) return undefined;
  const existingClaim = await tx
    .selectFrom('idempotency_key')
    .selectAll()
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (existingClaim.body_hash === bodyHash && (await isCartOfOrder(tx, cartId, existingClaim.order_id)))
    return existingClaim.order_id;
  throw new ShopError(
    'invalid',
    'This order was sent before with different contents. Please reload the page and try again.',
  );
}

const insertKey = preparedQuery((db, row: IdempotencyKeyTable) =>
  db
    .insertInto('idempotency_key')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
);

export async function deleteOldKeys(tx: Pick<Tx, 'deleteFrom'>, now: number): Promise<void> {
  await tx
    .deleteFrom('idempotency_key')
    .where('created_at', '<', now - RETENTION_MS)
    .execute();
}

/**
 * Returns whether the cart is empty or contains the same items as this order. Placing the order emptied the cart, so a
 * cart with other items is for another order.
 */
export async function isCartOfOrder(tx: Tx, cartId: string | undefined, orderId: string): Promise<boolean> {
  const cartLines = await tx
    .selectFrom('cart_line')
    .select(['variant_id', 'quantity'])
    .where('cart_id', '=', cartId ?? '')
    .execute();
  if (cartLines.length === 0) return true;
  const orderLines = await tx
    .selectFrom('order_line')
    .select(['variant_id', 'quantity'])
    .where('order_id', '=', orderId)
    .execute();
  const sortedItems = (lines: typeof cartLines) => lines.map((line) => `${line.variant_id}:${line.quantity}`).sort();
  return sortedItems(cartLines).join() === sortedItems(orderLines).join();
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
