import type { Tx } from '#lib/platform/db/db.server.ts';

/** Returns the function that must run in the transaction of a change to these documents; undefined if there is none. */
export type FollowUpFor = (paths: readonly string[]) => ((tx: Tx, now: number) => Promise<void>) | undefined;
