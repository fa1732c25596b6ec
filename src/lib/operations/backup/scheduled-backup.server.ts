import { fileURLToPath } from 'node:url';
import { backupTime } from '#lib/operations/backup/backup-folder.server.ts';
import type { BackupStore } from '#lib/operations/backup/backup-store.ts';
import { openBackupStore } from '#lib/operations/backup/open-backup-store.server.ts';
import { runProgram } from '#lib/operations/backup/run-program.server.ts';
import { decrementCount, trySpend } from '#lib/platform/http/network/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

const CLI_FILE = fileURLToPath(new URL('../../../cli.ts', import.meta.url));
const BACKUP_LIMIT_KEY = 'backup';
/** Limits how often the backup store is checked, even after a failure. */
const CHECK_LIMIT = { key: 'backup-look', max: 1, windowMs: 15 * MINUTE_MS };
const BACKUP_FAULT = { upstream: 'backup', route: 'BACKUP_DIR', kind: 'failed' } as const;

type BackupContext = Pick<Shop, 'db' | 'settings' | 'now' | 'log' | 'upstreams'>;

/**
 * Makes a backup if it is due and no other process is making a backup. The backup runs in a separate process, because
 * it reads all data. Throws an Error if the backup fails.
 */
export async function backUpWhenDue(shop: BackupContext, signal: AbortSignal): Promise<void> {
  const { dir } = shop.settings.backups;
  if (dir === undefined || !(await trySpend(shop, [CHECK_LIMIT]))) return;
  try {
    await backUp(shop, openBackupStore(shop.settings, dir), signal);
  } catch (error) {
    if (!signal.aborted) shop.upstreams.faults.record(BACKUP_FAULT, error);
    throw error;
  }
}

async function backUp(shop: BackupContext, store: BackupStore, signal: AbortSignal): Promise<void> {
  const { dir, everyMs, keepCount } = shop.settings.backups;
  const now = shop.now();
  if ((await newestBackupAgeMs(store, now)) < everyMs) return;
  if (!(await trySpend(shop, [{ key: BACKUP_LIMIT_KEY, max: 1, windowMs: everyMs }]))) return;
  try {
    // The URL in `dir` may contain a key. Other users of the machine could read an argument.
    const env = { ...process.env, BACKUP_DIR: dir };
    const args = [CLI_FILE, 'backup', '--keep', String(keepCount)];
    const { code, errorOutput } = await runProgram(process.execPath, args, { env, signal });
    if (code !== 0) throw new Error(`The backup failed: ${errorOutput}`);
    shop.upstreams.faults.markRecovered(BACKUP_FAULT.upstream, BACKUP_FAULT.route);
  } catch (error) {
    await decrementCount(shop, BACKUP_LIMIT_KEY, now);
    throw error;
  }
}

/** Returns the age of the newest backup in ms, or Infinity if there is none. */
export async function newestBackupAgeMs(store: BackupStore, now: number): Promise<number> {
  const [newestName] = await store.listComplete();
  return newestName === undefined ? Number.POSITIVE_INFINITY : now - backupTime(newestName);
}
