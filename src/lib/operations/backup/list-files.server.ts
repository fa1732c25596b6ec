import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/** Resized pictures can be generated again, so only originals and masters are backed up. */
const PICTURE_FOLDERS = ['pictures/masters', 'pictures/originals'];

/**
 * Lists the files of a shop other than its database and settings: pictures, and customers' uploads from the disk or an
 * object store. Stored files never change. `path` is the path in the backup. `open` returns undefined if the file was
 * deleted in the meantime.
 */
export async function* filesToBackUp(dataDir: string, store: FileStore) {
  for (const folder of PICTURE_FOLDERS) yield* filesBelow(dataDir, folder);
  for await (const { key } of store.list()) yield { path: uploadPath(key), open: () => store.read(key) };
}

/** Returns the path of an upload in a backup. */
export function uploadPath(key: string): string {
  return `files/${key.slice(0, 2)}/${key}`;
}

/** Returns the key of the upload at a path in a backup, or undefined if the path is not that of an upload. */
export function uploadKeyOf(path: string): string | undefined {
  return /^files\/[^/]+\/([^/]+)$/.exec(path)?.[1];
}

async function* filesBelow(dataDir: string, folder: string) {
  const entries = (await opendir(join(dataDir, folder), { recursive: true }).catch(ignoreNotFound)) ?? [];
  for await (const entry of entries) {
    const fullPath = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield { path: relative(dataDir, fullPath), open: () => openIfExists(fullPath) };
  }
}

async function openIfExists(path: string): Promise<Readable | undefined> {
  const stats = await stat(path).catch(ignoreNotFound);
  return stats?.isFile() ? createReadStream(path) : undefined;
}
