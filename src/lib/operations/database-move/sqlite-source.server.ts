import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_FILE } from '#lib/operations/backup/sqlite-dump.server.ts';
import type { Source } from '#lib/operations/database-move/source-and-target.ts';
import { sqliteQuery, sqliteRows } from '#lib/operations/database-move/sqlite-rows.server.ts';
import { readShapes } from '#lib/operations/database-move/table-shape.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

const SQLITE_BUSY = 5;
const BUSY_TIMEOUT_MS = 2_000;

/**
 * Locks the file during `work`. Throws a ShopError `not_found` if it is missing, and `conflict` if another program uses
 * it.
 */
export async function withSqliteSource<T>(dataDir: string, work: (source: Source) => Promise<T>): Promise<T> {
  const path = join(dataDir, SQLITE_FILE);
  if (!existsSync(path)) throw new ShopError('not_found', `There is no shop in ${dataDir}.`);
  // Closing rolls back uncommitted changes.
  using file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  lockExclusively(file);
  const result = await work(await sourceOf(file));
  file.exec('commit');
  return result;
}

/** Locks out all other processes until the file is closed or this process ends. */
function lockExclusively(file: DatabaseSync): void {
  try {
    file.exec('pragma locking_mode = exclusive; pragma synchronous = full; begin immediate');
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)) throw error;
    throw new ShopError('conflict', IN_USE);
  }
}

export const IN_USE = 'The shop is running, or another program uses its database. Stop all its processes, then move.';

async function sourceOf(file: DatabaseSync): Promise<Source> {
  const query = sqliteQuery(file);
  const migrations = (await query('select name from migration order by name')).map(({ name }) => String(name));
  return {
    migrations,
    shapes: await readShapes(query, 'sqlite'),
    rows: (shape) => sqliteRows(file, shape),
    counters: async () =>
      new Map(
        (await query('select name, seq from sqlite_sequence')).map(({ name, seq }) => [String(name), String(seq)]),
      ),
    markMoved: async (mark) => {
      file.prepare('insert into migration (name, at) values (?, ?)').run(mark, Date.now());
    },
  };
}
