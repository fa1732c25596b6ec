import type { Tx } from '#lib/platform/db/db.server.ts';

/** Follow-up work for a change of these documents, in its transaction. */
export type WhenPublished = (paths: readonly string[]) => ((tx: Tx, now: number) => Promise<void>) | undefined;
