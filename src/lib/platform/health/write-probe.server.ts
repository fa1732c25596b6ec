import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';

const PROBE_BYTES = 4_096;

class IntendedRollback extends Error {}

/**
 * Throws if the database can't be written to. On PostgreSQL, commits the change, to detect a missing follower. On
 * SQLite, rolls the change back, because a commit could block the process.
 */
export async function probeDatabaseWrite({ engine, write }: ShopDatabase, now: number): Promise<void> {
  const change = (db: Pick<typeof write, 'updateTable'>) =>
    db.updateTable('installation_note').set({ at: now }).where('name', '=', 'write_probe').execute();
  if (engine === 'postgres') {
    await change(write);
    return;
  }
  const work = write.transaction().execute(async (tx) => {
    await change(tx);
    throw new IntendedRollback();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof IntendedRollback)) throw error;
  });
}

/** Throws if no file can be written in `dataDir`, for example on a full disk. Does not block the event loop. */
export async function probeDiskWrite(dataDir: string): Promise<void> {
  const path = join(dataDir, `.write-probe-${process.pid}`);
  try {
    await writeFile(path, Buffer.alloc(PROBE_BYTES, 1), { mode: 0o600, flush: true });
  } finally {
    await rm(path, { force: true });
  }
}
