import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import type { Attempt } from '#lib/platform/db/query/query-context.server.ts';
import { isOutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/**
 * How long attempts are stored. Browsers resend a queued action with the same key for up to 6 days
 * (`src/islands/offline`).
 */
export const ATTEMPT_RETENTION_MS = 7 * DAY_MS;

/** Returns whether changes made by the attempt may have been committed. */
export function mayHaveCommitted(attempt: Attempt, error: unknown): boolean {
  return attempt.hasCommitted || isOutcomeUnknown(error);
}

/**
 * Returns the id that the same attempt has already stored for this action. If it has stored none, stores `newId` and
 * returns undefined. Outside an attempt, stores nothing and returns undefined. On PostgreSQL, a second claim waits for
 * the transaction of the first claim.
 */
export async function claimAttempt(
  { context }: Pick<ShopDatabase, 'context'>,
  tx: Tx,
  { action, newId, now }: { action: string; newId: string; now: number },
): Promise<string | undefined> {
  const { attempt } = context;
  if (!attempt) return undefined;
  const id = `${attempt.id} ${action}`;
  const claim = await tx
    .insertInto('attempt')
    .values({ id, made_id: newId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (claim.numInsertedOrUpdatedRows === 1n) return undefined;
  return (await tx.selectFrom('attempt').select('made_id').where('id', '=', id).executeTakeFirstOrThrow()).made_id;
}

export async function deleteOldAttempts(db: Pick<Tx, 'deleteFrom'>, now: number): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where('created_at', '<', now - ATTEMPT_RETENTION_MS)
    .execute();
}
