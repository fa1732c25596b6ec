import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

export interface KeptFile {
  path: string;
  open(): Promise<Readable | undefined>;
}

/** Pictures of goods can't be made again, their widths can. */
const OWN_FOLDERS = ['pictures/masters', 'pictures/originals'];

/** Files of customers come from their store, wherever that is. No file changes once it is there. */
export async function* keptFiles(dataDir: string, store: FileStore): AsyncIterable<KeptFile> {
  for (const folder of OWN_FOLDERS) yield* filesBelow(dataDir, folder);
  for await (const { key } of store.list()) yield { path: storePath(key), open: () => store.read(key) };
}

export function storePath(key: string): string {
  return `files/${key.slice(0, 2)}/${key}`;
}

/** Undefined for a path that is no customer's file. */
export function keyOf(path: string): string | undefined {
  return /^files\/[^/]+\/([^/]+)$/.exec(path)?.[1];
}

async function* filesBelow(dataDir: string, folder: string): AsyncIterable<KeptFile> {
  const entries = (await opendir(join(dataDir, folder), { recursive: true }).catch(ignoreNotFound)) ?? [];
  for await (const entry of entries) {
    const full = join(entry.parentPath, entry.name);
    if (entry.isFile()) yield { path: relative(dataDir, full), open: () => openIfThere(full) };
  }
}

async function openIfThere(path: string): Promise<Readable | undefined> {
  const found = await stat(path).catch(ignoreNotFound);
  return found?.isFile() ? createReadStream(path) : undefined;
}
