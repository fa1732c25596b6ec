import type { Tx } from '#lib/platform/db/db.server.ts';

/** What else a change of these documents asks for, in its transaction. */
export type WhenPublished = (paths: readonly string[]) => ((tx: Tx, now: number) => Promise<void>) | undefined;
