import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { migrationsIn } from '#lib/platform/location/find-shop.server.ts';

/** Removes a database without a shop, left by a failed first start; not while another process has it open. */
export function removeUnfinishedDatabase(path: string): void {
  if (!existsSync(path)) return;
  // SQLite would have to write to lock a file that is still empty.
  if (statSync(path).size === 0) {
    rmSync(path);
    return;
  }
  const file = new DatabaseSync(path);
  try {
    // In this mode SQLite grants the lock only to the sole user of the file, and needs no space for -shm.
    file.exec('pragma locking_mode = exclusive; begin exclusive');
    if (migrationsIn(file) > 0) return;
    for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true });
  } finally {
    file.close();
  }
}
