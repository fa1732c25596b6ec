import { readdir } from 'node:fs/promises';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/** Files that do not count as content: `lost+found` of a mounted disk, and hidden files such as npm's log. */
const IGNORED = /^(?:\.|lost\+found$)/;

/** The names of the entries of a folder that count as content; none for a missing folder. */
export async function existingFiles(dir: string): Promise<string[]> {
  const names = (await readdir(dir).catch(ignoreNotFound)) ?? [];
  return names.filter((name) => !IGNORED.test(name));
}
