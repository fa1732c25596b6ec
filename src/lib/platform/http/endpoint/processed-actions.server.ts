import type { Tx } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

export interface Action {
  what: string;
  who: string;
  id: string;
}

/**
 * Stored for a day, so that a client that repeats a request after a lost response does not get `not_found`, and nothing
 * is created twice. `result` is the id of what was created.
 */
export async function recordProcessed(
  tx: Pick<Tx, 'insertInto'>,
  action: Action,
  now: number,
  result = 1,
): Promise<void> {
  await tx
    .insertInto('rate_window')
    .values({ key: keyOf(action), started_at: now, count: result })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ started_at: now, count: result }))
    .execute();
}

/** Call it in a transaction, whose commit waits until the standby has the row too. */
export async function alreadyProcessed(db: Tx, action: Action, now: number): Promise<boolean> {
  return (await processedResult(db, action, now)) !== undefined;
}

/** The `result` of an action that was processed in the last day. Call it in a transaction, too. */
export async function processedResult(db: Tx, action: Action, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('rate_window')
    .select('count')
    .where('key', '=', keyOf(action))
    .where('started_at', '>', now - DAY_MS)
    .executeTakeFirst();
  return row?.count;
}

function keyOf({ what, who, id }: Action): string {
  return `done:${what}:${who}:${id}`;
}
