import type { Tx } from '#lib/platform/db/db.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

export interface Action {
  what: string;
  who: string;
  id: string;
}

/** Stored for a day, so that a client that repeats a request after a lost response does not get `not_found`. */
export async function recordProcessed(tx: Pick<Tx, 'insertInto'>, action: Action, now: number): Promise<void> {
  await tx
    .insertInto('rate_window')
    .values({ key: keyOf(action), started_at: now, count: 1 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ started_at: now }))
    .execute();
}

/** Read it in a transaction, because its commit waits until the standby has it too. */
export async function alreadyProcessed(db: Tx, action: Action, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('rate_window')
    .select('key')
    .where('key', '=', keyOf(action))
    .where('started_at', '>', now - DAY_MS)
    .executeTakeFirst();
  return row !== undefined;
}

function keyOf({ what, who, id }: Action): string {
  return `done:${what}:${who}:${id}`;
}
