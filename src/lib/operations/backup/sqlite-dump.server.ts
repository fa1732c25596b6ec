import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contentsOf } from '#lib/operations/backup/contents.server.ts';
import type { Contents } from '#lib/operations/backup/manifest.schema.ts';
import { openDatabase } from '#lib/platform/db/db.server.ts';
import { damagedPages } from '#lib/platform/db/integrity.server.ts';
import { faultOf, withPath } from '#lib/platform/errors/fault-kind.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

export const SQLITE_FILE = 'shop.sqlite';
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies a snapshot of a live database. Throws a ShopError `not_found` if the database is missing, and `refused` if the
 * copy is damaged.
 */
export async function dumpSqlite(dataDir: string, folder: string): Promise<Contents> {
  const source = join(dataDir, SQLITE_FILE);
  if (!existsSync(source)) throw new ShopError('not_found', `There is no shop in ${dataDir}.`);
  const target = join(folder, SQLITE_FILE);
  copyInto(source, target);
  await chmod(target, 0o600);
  return sqliteContents(folder);
}

function copyInto(sourcePath: string, target: string): void {
  try {
    using source = new DatabaseSync(sourcePath, { timeout: BUSY_TIMEOUT_MS });
    source.prepare('vacuum into ?').run(target);
  } catch (error) {
    // Only the copy needs space, so if a disk is full, it is the disk of the copy.
    throw withPath(faultOf(error)?.kind === 'full' ? dirname(target) : sourcePath, error);
  }
}

/** Returns the contents of a copied database. Throws a ShopError `refused` if the file is damaged. */
export async function sqliteContents(folder: string): Promise<Contents> {
  const copy = await openDatabase({ dataDir: folder });
  try {
    const [damage] = await damagedPages(copy.read);
    if (damage !== undefined) throw new ShopError('refused', `The copy of the database is damaged: ${damage}`);
    return await contentsOf(copy.read, 'sqlite');
  } finally {
    await copy.close();
  }
}
