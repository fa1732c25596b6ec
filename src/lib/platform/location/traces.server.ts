import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/**
 * Files and folders that only a shop, a backup or a restore writes. `settings.env` is not one of them, because owners
 * may write it before the first start.
 */
const SHOP_FILES = ['secret-key', 'kept-settings.env', 'shop.sqlite', 'shop.sqlite-wal'];
const SHOP_FOLDERS = [
  'files',
  'uploads',
  'pictures/masters',
  'pictures/originals',
  'restoring',
  'fetched',
  'backing-up',
];

/** Returns the files and folders in `dataDir` that only a shop leaves, except empty ones. Writes nothing. */
export async function shopTraces(dataDir: string): Promise<string[]> {
  const traces: string[] = [];
  for (const name of SHOP_FILES) {
    const stats = await stat(join(dataDir, name)).catch(ignoreNotFound);
    if (stats && stats.size > 0) traces.push(name);
  }
  for (const name of SHOP_FOLDERS) {
    const names = await readdir(join(dataDir, name)).catch(ignoreNotFound);
    if (names && names.length > 0) traces.push(name);
  }
  return traces;
}
