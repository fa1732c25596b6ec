import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

export interface FileToBackUp {
  path: string;
  open(): Promise<Readable | undefined>;
}

/** Resized pictures can be generated again, so only originals and masters are backed up. */
const PICTURE_FOLDERS = ['pictures/masters', 'pictures/originals'];

/**
 * The files of a shop besides its database and settings: pictures, and the uploads of customers from disk or object
 * storage. Stored files never change.
 */
export async function* filesToBackUp(dataDir: string, store: FileStore): AsyncIterable<FileToBackUp> {
  for (const folder of PICTURE_FOLDERS) yield* filesBelow(dataDir, folder);
  for await (const { key } of store.list()) yield { path: storePath(key), open: () => store.read(key) };
}

export function storePath(key: string): string {
  return `files/${key.slice(0, 2)}/${key}`;
}

/** The key of an upload at a path of a backup; undefined for any other path. */
export function keyOf(path: string): string | undefined {
  return /^files\/[^/]+\/([^/]+)$/.exec(path)?.[1];
}

async function* filesBelow(dataDir: string, folder: string): AsyncIterable<FileToBackUp> {
  const entries = (await opendir(join(dataDir, folder), { recursive: true }).catch(ignoreNotFound)) ?? [];
  for await (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield { path: relative(dataDir, full), open: () => openIfExists(full) };
  }
}

async function openIfExists(path: string): Promise<Readable | undefined> {
  const found = await stat(path).catch(ignoreNotFound);
  return found?.isFile() ? createReadStream(path) : undefined;
}
