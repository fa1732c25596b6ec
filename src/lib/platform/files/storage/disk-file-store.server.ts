import { createReadStream } from 'node:fs';
import { copyFile, mkdir, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { isFileKey, newFileKey } from '#lib/platform/files/storage/file-key.server.ts';
import type { ByteRange, FileStore } from '#lib/platform/files/storage/file-store.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { syncFile } from '#lib/platform/files/storage/write-file.server.ts';

export class DiskFileStore implements FileStore {
  readonly #root: string;

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'files');
  }

  async add(path: string): Promise<string> {
    const key = newFileKey();
    const folder = this.#folderOf(key);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFile(path);
    await rename(path, join(folder, key));
    await syncFile(folder);
    return key;
  }

  async restore(key: string, path: string): Promise<void> {
    const folder = this.#folderOf(key);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await copyFile(path, join(folder, key));
    await syncFile(join(folder, key));
    await syncFile(folder);
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    if (!isFileKey(key)) return undefined;
    const path = join(this.#folderOf(key), key);
    const stats = await stat(path).catch(ignoreNotFound);
    return stats?.isFile() ? createReadStream(path, range) : undefined;
  }

  async remove(key: string): Promise<void> {
    if (isFileKey(key)) await rm(join(this.#folderOf(key), key), { force: true });
  }

  async *list(): AsyncIterable<{ key: string; storedAt: number }> {
    const entries = (await opendir(this.#root, { recursive: true }).catch(ignoreNotFound)) ?? [];
    for await (const entry of entries) {
      if (!entry.isFile() || !isFileKey(entry.name)) continue;
      const stats = await stat(join(entry.parentPath, entry.name)).catch(ignoreNotFound);
      // `ctime` is the time of the rename into the store, and `mtime` the time of the last byte.
      if (stats) yield { key: entry.name, storedAt: stats.ctimeMs };
    }
  }

  #folderOf(key: string): string {
    return join(this.#root, key.slice(0, 2));
  }
}
