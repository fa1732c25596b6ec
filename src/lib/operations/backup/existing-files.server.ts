import { readdir } from 'node:fs/promises';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/** Files that are not content: `lost+found` on a mounted disk, and hidden files such as npm's log. */
const IGNORED_NAMES = /^(?:\.|lost\+found$)/;

/** Returns the names in a folder, except ignored names. If the folder is missing, returns an empty list. */
export async function existingFiles(dir: string): Promise<string[]> {
  const names = await readdir(dir).catch(ignoreNotFound);
  return names?.filter((name) => !IGNORED_NAMES.test(name)) ?? [];
}
