import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export type FileContent = string | Uint8Array | Readable;

interface WriteOptions {
  /** The mode of the file, before the umask. By default, everyone may read and write the file. */
  mode?: number;
  /** The mode of the folders that are created for the file, before the umask. */
  folderMode?: number;
  /** Whether the file must survive a power failure. Not needed for a file that can be created again. */
  isSynced?: boolean;
}

/**
 * Writes a file atomically, and creates its folders. After an error, the existing file is unchanged, and no temporary
 * file or new folder is left behind.
 */
export async function writeFileAtomically(
  path: string,
  content: FileContent,
  options: WriteOptions = {},
): Promise<void> {
  const { mode = 0o666, folderMode = 0o777, isSynced = true } = options;
  const folder = dirname(path);
  const createdFolder = await mkdir(folder, { recursive: true, mode: folderMode });
  const temporaryPath = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.part`;
  try {
    const source = content instanceof Readable ? content : Readable.from([content]);
    await pipeline(source, createWriteStream(temporaryPath, { flags: 'wx', mode, flush: isSynced }));
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    if (createdFolder !== undefined) await removeEmptyFolders(folder, createdFolder);
    throw error;
  }
  if (isSynced) await syncFile(folder);
}

/** Removes empty folders from `folder` up to and including `topFolder`. Stops at the first that is not empty. */
export async function removeEmptyFolders(folder: string, topFolder: string): Promise<void> {
  try {
    for (let path = resolve(folder); path.length >= resolve(topFolder).length; path = dirname(path)) await rmdir(path);
  } catch {
    // The folder is not empty.
  }
}

/** Flushes a file, or the entries of a folder, to the disk, so that they survive a power failure. */
export async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
