import type { Tx } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/** An action that must not be repeated, such as deleting an address. */
export interface ProcessedAction {
  kind: string;
  /** The id of the customer, cart or member of staff. */
  ownerId: string;
  /** The id of the record, or an idempotency key. */
  id: string;
}

/**
 * Records an action for a day, so that a client that repeats a request after a lost response does not get `not_found`,
 * and nothing is created twice. `result` is the id of the created record; leave it out if the action creates none.
 */
export async function recordProcessedAction(
  tx: Pick<Tx, 'insertInto'>,
  action: ProcessedAction,
  now: number,
  result = 1,
): Promise<void> {
  await tx
    .insertInto('rate_window')
    .values({ key: keyOf(action), started_at: now, count: result })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ started_at: now, count: result }))
    .execute();
}

/**
 * Returns whether the action was processed within the last day. Must be called in a transaction: its commit waits until
 * PostgreSQL's standby, if there is one, also has the record of the action.
 */
export async function wasProcessed(tx: Tx, action: ProcessedAction, now: number): Promise<boolean> {
  return (await processedResult(tx, action, now)) !== undefined;
}

/**
 * Returns the `result` of an action that was processed within the last day, or undefined if it was not. Must be called
 * in a transaction, like `wasProcessed`.
 */
export async function processedResult(tx: Tx, action: ProcessedAction, now: number): Promise<number | undefined> {
  const row = await tx
    .selectFrom('rate_window')
    .select('count')
    .where('key', '=', keyOf(action))
    .where('started_at', '>', now - DAY_MS)
    .executeTakeFirst();
  return row?.count;
}

function keyOf({ kind, ownerId, id }: ProcessedAction): string {
  return `done:${kind}:${ownerId}:${id}`;
}
