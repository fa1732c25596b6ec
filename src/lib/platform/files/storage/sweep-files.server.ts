import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

/** No upload takes longer than this from its first byte to its database row. */
const LEFT_OVER_AFTER_MS = HOUR_MS;
const BATCH_SIZE = 200;

export interface SweepOptions {
  files: FileStore;
  uploadsDir: string;
  findUsedKeys(keys: string[]): Promise<Set<string>>;
  now: number;
}

/**
 * Removes the leftovers of a crash: files that no row refers to, and folders of unfinished uploads. Returns the number
 * of removed files and folders.
 */
export async function sweepFiles({ files, uploadsDir, findUsedKeys, now }: SweepOptions): Promise<number> {
  let removedCount = 0;
  let batch: string[] = [];
  const removeUnused = async () => {
    const usedKeys = await findUsedKeys(batch);
    for (const key of batch.filter((candidate) => !usedKeys.has(candidate))) {
      await files.remove(key);
      removedCount++;
    }
    batch = [];
  };
  for await (const { key, storedAt } of files.list()) {
    if (now - storedAt < LEFT_OVER_AFTER_MS) continue;
    batch.push(key);
    if (batch.length === BATCH_SIZE) await removeUnused();
  }
  if (batch.length > 0) await removeUnused();
  return removedCount + (await sweepUploads(uploadsDir, now));
}

async function sweepUploads(uploadsDir: string, now: number): Promise<number> {
  let removedCount = 0;
  for await (const { name } of (await opendir(uploadsDir).catch(ignoreNotFound)) ?? []) {
    const path = join(uploadsDir, name);
    const stats = await stat(path).catch(ignoreNotFound);
    if (!stats || now - stats.mtimeMs < LEFT_OVER_AFTER_MS) continue;
    await rm(path, { recursive: true, force: true });
    removedCount++;
  }
  return removedCount;
}
