import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/** Files that only a shop, a backup or a restore writes. Owners may write `settings.env` before the first start. */
const FILES = ['secret-key', 'kept-settings.env', 'shop.sqlite', 'shop.sqlite-wal'];
const FOLDERS = ['files', 'uploads', 'pictures/masters', 'pictures/originals', 'restoring', 'fetched', 'backing-up'];

/** Returns the files and folders in `dataDir` that only a shop leaves, except empty ones. Writes nothing. */
export async function shopTraces(dataDir: string): Promise<string[]> {
  const traces: string[] = [];
  for (const name of FILES) if (await hasBytes(join(dataDir, name))) traces.push(name);
  for (const name of FOLDERS) if (await hasEntries(join(dataDir, name))) traces.push(name);
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
