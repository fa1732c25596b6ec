import { opendir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '#lib/platform/files/storage/file-store.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';
import { HOUR_MS } from '#lib/primitives/durations.ts';

/** No upload takes longer from its first byte to its row. */
const LEFT_OVER_AFTER_MS = HOUR_MS;
const KEYS_A_LOOK = 200;

export interface SweepOptions {
  files: FileStore;
  uploadsDir: string;
  used(keys: string[]): Promise<Set<string>>;
  now: number;
}

/** Removes what a crash left behind: files without a row, and folders of unfinished uploads. */
export async function sweepFiles({ files, uploadsDir, used, now }: SweepOptions): Promise<{ removed: number }> {
  let removed = 0;
  let looked: string[] = [];
  const look = async () => {
    const kept = await used(looked);
    for (const key of looked.filter((one) => !kept.has(one))) {
      await files.remove(key);
      removed++;
    }
    looked = [];
  };
  for await (const { key, storedAt } of files.list()) {
    if (now - storedAt < LEFT_OVER_AFTER_MS) continue;
    looked.push(key);
    if (looked.length === KEYS_A_LOOK) await look();
  }
  if (looked.length > 0) await look();
  return { removed: removed + (await sweepUploads(uploadsDir, now)) };
}

async function sweepUploads(uploadsDir: string, now: number): Promise<number> {
  let removed = 0;
  for await (const { name } of (await opendir(uploadsDir).catch(ignoreNotFound)) ?? []) {
    const path = join(uploadsDir, name);
    const found = await stat(path).catch(ignoreNotFound);
    if (!found || now - found.mtimeMs < LEFT_OVER_AFTER_MS) continue;
    await rm(path, { recursive: true, force: true });
    removed++;
  }
  return removed;
}
