import type { Tx } from '#lib/platform/db/db.server.ts';

/** The follow-up work for a change of these documents, which runs in its transaction; undefined if there is none. */
export type FollowUpFor = (paths: readonly string[]) => ((tx: Tx, now: number) => Promise<void>) | undefined;
