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
  for (const name of SHOP_FILES) if (await hasBytes(join(dataDir, name))) traces.push(name);
  for (const name of SHOP_FOLDERS) if (await hasEntries(join(dataDir, name))) traces.push(name);
  return traces;
}

async function hasBytes(path: string): Promise<boolean> {
  const stats = await stat(path).catch(ignoreNotFound);
  return (stats?.size ?? 0) > 0;
}

async function hasEntries(path: string): Promise<boolean> {
  const names = await readdir(path).catch(ignoreNotFound);
  return (names?.length ?? 0) > 0;
}
