import { SESSION_IDLE_MS, SESSION_MAX_MS } from '#lib/customers/auth/sessions/session.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { recordProcessedAction, wasProcessed } from '#lib/platform/http/endpoint/processed-actions.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export type Device = Awaited<ReturnType<typeof listDevices>>[number];

/**
 * Returns the current device first, and then the others, most recently used first (product.md, "Sessions"). `_id` is the
 * id of the session, which is not the token in the cookie.
 */
export async function listDevices({ db, now }: Pick<Shop, 'db' | 'now'>, customerId: string, currentSessionId: string) {
  const rows = await db.write
    .selectFrom('session')
    .select(['id as _id', 'device', 'created_at', 'seen_at'])
    .where('customer_id', '=', customerId)
    .where('seen_at', '>', now() - SESSION_IDLE_MS)
    .where('created_at', '>', now() - SESSION_MAX_MS)
    .orderBy('seen_at', 'desc')
    .execute();
  const devices = rows.map((row) => ({ ...row, isCurrent: row._id === currentSessionId }));
  return devices.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/**
 * Ends a session. Idempotent. Throws a ShopError `not_found` for an unknown session, or for another customer's session.
 */
export async function revokeSession(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: string,
  customerId: string,
): Promise<void> {
  const action = { kind: 'revoke session', ownerId: customerId, id };
  await transaction(db, async (tx) => {
    const result = await tx
      .deleteFrom('session')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    if (result.numDeletedRows > 0n) return recordProcessedAction(tx, action, now());
    if (await wasProcessed(tx, action, now())) return;
    throw new ShopError('not_found', 'This device is logged out already.');
  });
}
