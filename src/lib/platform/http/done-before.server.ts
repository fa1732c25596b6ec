import { DAY_MS } from '#lib/fields/durations.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';

/** What somebody has done to a thing of their own that is gone since. */
export interface Deed {
  /** Such as `delete address`. */
  what: string;
  /** The customer, or the cart of a visitor. */
  who: string;
  id: string;
}

/**
 * Remembers a deed for a day, in the transaction that does it: who asks again, because the first answer was lost, must not be
 * told that there is no such thing. Anybody else still is.
 */
export async function rememberDeed(tx: Pick<Tx, 'insertInto'>, deed: Deed, now: number): Promise<void> {
  await tx
    .insertInto('rate_window')
    .values({ key: keyOf(deed), started_at: now, count: 1 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ started_at: now }))
    .execute();
}

/** Whether the same person has done just this within a day. */
export async function wasDoneBefore(db: Pick<Tx, 'selectFrom'>, deed: Deed, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('rate_window')
    .select('key')
    .where('key', '=', keyOf(deed))
    .where('started_at', '>', now - DAY_MS)
    .executeTakeFirst();
  return row !== undefined;
}

function keyOf({ what, who, id }: Deed): string {
  return `done:${what}:${who}:${id}`;
}
