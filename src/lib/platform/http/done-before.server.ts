import { DAY_MS } from '#lib/fields/durations.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';

export interface Action {
  what: string;
  who: string;
  id: string;
}

/** Kept for a day: whoever repeats a request whose answer was lost must not be told that nothing is there. */
export async function rememberDone(tx: Pick<Tx, 'insertInto'>, action: Action, now: number): Promise<void> {
  await tx
    .insertInto('rate_window')
    .values({ key: keyOf(action), started_at: now, count: 1 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ started_at: now }))
    .execute();
}

/** Writes what it finds: a commit without a change waits for no follower, and a failover may still take it back. */
export async function wasDoneBefore(db: Pick<Tx, 'updateTable'>, action: Action, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rate_window')
    .set((eb) => ({ started_at: eb.ref('started_at') }))
    .where('key', '=', keyOf(action))
    .where('started_at', '>', now - DAY_MS)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function keyOf({ what, who, id }: Action): string {
  return `done:${what}:${who}:${id}`;
}
