import { fileURLToPath } from 'node:url';
import { backupsIn, madeAt } from '#lib/backup/backup-folder.server.ts';
import { runProgram } from '#lib/backup/run-program.server.ts';
import { countDown, trySpend } from '#lib/platform/http/rate-limit.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const TOOL = fileURLToPath(new URL('../../cli.ts', import.meta.url));
const KEY = 'backup';

type BackedUpShop = Pick<Shop, 'db' | 'settings' | 'now' | 'log'>;

/** When the newest backup is old enough, and no other process makes one. In a process of its own: it reads all there is. */
export async function backUpWhenDue(shop: BackedUpShop, signal: AbortSignal): Promise<void> {
  const { dir, everyMs, keep } = shop.settings.backups;
  if (dir === undefined || (await ageOfNewest(dir, shop.now())) < everyMs) return;
  const at = shop.now();
  if (!(await trySpend(shop, [{ key: KEY, most: 1, windowMs: everyMs }]))) return;
  try {
    const args = [TOOL, 'backup', dir, '--keep', String(keep)];
    const { code, complained } = await runProgram(process.execPath, args, { signal });
    if (code !== 0) throw new Error(`The backup failed: ${complained}`);
  } catch (error) {
    await countDown(shop, KEY, at);
    throw error;
  }
}

/** Infinity when there is none. */
export async function ageOfNewest(dir: string, now: number): Promise<number> {
  const [newest] = await backupsIn(dir);
  return newest === undefined ? Number.POSITIVE_INFINITY : now - madeAt(newest);
}
