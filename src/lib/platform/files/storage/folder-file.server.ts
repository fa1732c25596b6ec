import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Returns whether this is a plain relative path: with forward slashes, and without `.` and `..`. */
export function isPlainRelativePath(name: string): boolean {
  if (name === '' || /[\\:\0]/.test(name) || name.startsWith('/')) return false;
  return name.split('/').every((part) => part !== '..' && part !== '.' && part !== '');
}

/** Flags that protect against a pipe or link that replaces the file after the check. Windows has neither flag. */
const SAFE_FLAGS = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Reads a file. Throws an Error if it is missing, too large, outside the folder, or not a regular file. */
export async function readFolderFile(folder: string, name: string, maxBytes: number): Promise<Buffer> {
  if (!isPlainRelativePath(name)) throw new Error('not a path below the folder of images');
  const root = await realpath(folder);
  // A name that is too long for the file system is treated as missing.
  const path = await realpath(join(root, name)).catch(() => undefined);
  if (path === undefined) throw new Error('there is no such file in the folder of images');
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new Error('the path leads outside the folder of images');
  // Opening a pipe waits for a writer, and opening a device may have side effects.
  if (!(await lstat(path)).isFile()) throw new Error('not a regular file');
  await using file = await open(path, constants.O_RDONLY | SAFE_FLAGS);
  const stats = await file.stat();
  if (!stats.isFile()) throw new Error('not a regular file');
  if (stats.size > maxBytes) throw new Error(`larger than ${Math.round(maxBytes / 1024 / 1024)} MB`);
  return await file.readFile();
}
