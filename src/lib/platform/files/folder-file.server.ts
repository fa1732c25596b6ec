import { constants } from 'node:fs';
import { lstat, open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** Whether a name from a file can only mean a place below the folder that it is joined to, on any system. */
export function isInnerPath(name: string): boolean {
  if (name === '' || /[\\:\0]/.test(name) || name.startsWith('/')) return false;
  return name.split('/').every((part) => part !== '..' && part !== '.' && part !== '');
}

/** Should the file be changed for a pipe just now; Windows has neither. */
const WITHOUT_WAITING = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Reads a file below a folder; refuses `..`, absolute paths, symbolic links that lead out, and what is no plain file. */
export async function readFolderFile(folder: string, name: string, mostBytes: number): Promise<Buffer> {
  if (!isInnerPath(name)) throw new Error('not a path below the folder of images');
  const root = await realpath(folder);
  // A name that is too long for the disk is as missing as any other.
  const path = await realpath(join(root, name)).catch(() => undefined);
  if (path === undefined) throw new Error('there is no such file in the folder of images');
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new Error('the file leads out of the folder of images');
  // A pipe is opened only when somebody writes into it, and opening a device may do something.
  if (!(await lstat(path)).isFile()) throw new Error('it is not a file');
  const file = await open(path, constants.O_RDONLY | WITHOUT_WAITING);
  try {
    const { size, isFile } = await file.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }));
    if (!isFile) throw new Error('it is not a file');
    if (size > mostBytes) throw new Error(`larger than ${Math.round(mostBytes / 1024 / 1024)} MB`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
