import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFile } from '#lib/platform/files/storage/sync-file.server.ts';

export type FileContent = string | Uint8Array | Readable;

interface WriteOptions {
  /** Of the file; by default everyone may read it. */
  mode?: number;
  /** Of the folders that are created for it. */
  folderMode?: number;
  /** False for files that can be recreated: a power failure may lose them. */
  isSynced?: boolean;
}

/**
 * Writes a file atomically, and creates its folders. On failure the earlier file stays, and neither a temporary file
 * nor a new folder is left behind.
 */
export async function writeFileAtomically(
  path: string,
  content: FileContent,
  options: WriteOptions = {},
): Promise<void> {
  const { mode = 0o666, folderMode = 0o777, isSynced = true } = options;
  const folder = dirname(path);
  const createdFolder = await mkdir(folder, { recursive: true, mode: folderMode });
  const part = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.part`;
  try {
    const source = content instanceof Readable ? content : Readable.from([content]);
    await pipeline(source, createWriteStream(part, { flags: 'wx', mode, flush: isSynced }));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    if (createdFolder !== undefined) await removeEmptyFolders(folder, createdFolder);
    throw error;
  }
  if (isSynced) await syncFile(folder);
}

/** From `folder` upwards to `last`, until one is in use. */
export async function removeEmptyFolders(folder: string, last: string): Promise<void> {
  try {
    for (let at = resolve(folder); at.length >= resolve(last).length; at = dirname(at)) await rmdir(at);
  } catch {
    // Something else has been written to it.
  }
}
