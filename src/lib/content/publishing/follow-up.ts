import type { Tx } from '#lib/platform/db/db.server.ts';

/** What a change of these documents also has to do, in its transaction; undefined if nothing. */
export type FollowUpFor = (paths: readonly string[]) => ((tx: Tx, now: number) => Promise<void>) | undefined;
