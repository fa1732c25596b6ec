import type { Tx } from '#lib/platform/db/db.server.ts';

/** Returns what a change to these documents must also do in its transaction, or undefined for nothing. */
export type FollowUpFor = (paths: readonly string[]) => ((tx: Tx, now: number) => Promise<void>) | undefined;
