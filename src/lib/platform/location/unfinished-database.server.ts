import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { countMigrations } from '#lib/platform/location/find-shop.server.ts';

/**
 * Removes a database without a completed migration, left by a failed first start. Throws SQLite's error if another
 * process has the database open, or if the file is damaged.
 */
export function removeUnfinishedDatabase(path: string): void {
  if (!existsSync(path)) return;
  // To lock an empty file, SQLite would have to write to it.
  if (statSync(path).size === 0) {
    rmSync(path);
    return;
  }
  using database = new DatabaseSync(path);
  // In this mode SQLite grants the lock only if no other process has the file open, and does not create a -shm file.
  database.exec('pragma locking_mode = exclusive; begin exclusive');
  if (countMigrations(database) > 0) return;
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}
