import { openBackupStore } from '#lib/operations/backup/open-backup-store.server.ts';
import { ageOfNewest } from '#lib/operations/backup/scheduled-backup.server.ts';
import { type OpenTasks, openTasks } from '#lib/operations/today/open-tasks.server.ts';
import { type DayOfSales, type SalesOfPeriod, salesByDay, salesOfPeriod } from '#lib/operations/today/sales.server.ts';
import { countStuck } from '#lib/platform/mail/mail-admin.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

const PERIODS = [1, 7, 30];
const CHART_DAYS = 14;

export interface Today {
  tasks: OpenTasks & { stuckMails: number };
  /** Infinity when there is none; undefined when the shop makes none. */
  backupAgeMs: number | undefined;
  /** Of one day, a week and a month. */
  sales: SalesOfPeriod[];
  chart: DayOfSales[];
}

/** What the first screen of the admin shows. */
export async function today({ db, settings, now }: Pick<Shop, 'db' | 'settings' | 'now'>): Promise<Today> {
  const at = now();
  const [tasks, stuck, backupAgeMs, sales, chart] = await Promise.all([
    openTasks(db),
    countStuck(db, at),
    backupAge(settings, at),
    Promise.all(PERIODS.map((days) => salesOfPeriod(db, days, at))),
    salesByDay(db, CHART_DAYS, at),
  ]);
  return { tasks: { ...tasks, stuckMails: stuck.givenUp + stuck.late }, backupAgeMs, sales, chart };
}

/** Infinity when there is no backup; undefined when the shop makes none. */
export async function backupAge(settings: Shop['settings'], at: number): Promise<number | undefined> {
  const { dir } = settings.backups;
  if (dir === undefined) return undefined;
  // A folder that can't be read contains no backup that would help.
  return ageOfNewest(openBackupStore(settings, dir), at).catch(() => Number.POSITIVE_INFINITY);
}
