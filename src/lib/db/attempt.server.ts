import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from '#lib/db/db.server.ts';
import { isOutcomeUnknown } from '#lib/db/unavailable.server.ts';

/** For how long an attempt whose end nobody saw may be made again. */
export const ATTEMPT_KEPT_MS = 24 * 3_600_000;

/** One request that changes something, as far as the database knows of it. */
export interface Attempt {
  /** The same for an attempt that is made again because nobody saw how the first ended. */
  id: string;
  isAgain: boolean;
  /** Whether something was committed that its sender cares about. */
  hasChanged: boolean;
}

const attempts = new AsyncLocalStorage<Attempt | undefined>();

export function attempting<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
  return attempts.run(attempt, work);
}

/** Counts and the like, which a refusal leaves behind too. */
export function besidesAttempt<T>(work: () => Promise<T>): Promise<T> {
  return attempts.run(undefined, work);
}

/** The drivers say so after every commit. */
export function noteCommit(): void {
  const attempt = attempts.getStore();
  if (attempt) attempt.hasChanged = true;
}

/** Whether a request that failed so may have changed something all the same. */
export function mayHaveChanged(attempt: Attempt, error: unknown): boolean {
  return attempt.hasChanged || isOutcomeUnknown(error);
}

/**
 * In the transaction that makes something which must not be made twice, such as a `ticket`: gives the id of what the same
 * attempt has made before, if it has, and otherwise keeps `madeId` for the next time. On PostgreSQL a second one waits for
 * the first.
 */
export async function claimAttempt(tx: Tx, what: string, madeId: string, now: number): Promise<string | undefined> {
  const attempt = attempts.getStore();
  if (!attempt) return undefined;
  const id = `${attempt.id} ${what}`;
  const claim = await tx
    .insertInto('attempt')
    .values({ id, made_id: madeId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (claim.numInsertedOrUpdatedRows === 1n) return undefined;
  return (await tx.selectFrom('attempt').select('made_id').where('id', '=', id).executeTakeFirstOrThrow()).made_id;
}

/** Attempts that nobody makes again. */
export async function forgetOldAttempts(db: Pick<Tx, 'deleteFrom'>, now: number): Promise<void> {
  await db
    .deleteFrom('attempt')
    .where('created_at', '<', now - ATTEMPT_KEPT_MS)
    .execute();
}
