import { heldBackProducts } from '#lib/catalog/admin/held-back.server.ts';
import { openBackupStore } from '#lib/operations/backup/open-backup-store.server.ts';
import { newestBackupAgeMs } from '#lib/operations/backup/scheduled-backup.server.ts';
import { describeFault } from '#lib/operations/doctor/describe-fault.ts';
import { demoLeftoverGroups } from '#lib/operations/today/demo-leftover-groups.server.ts';
import { lowStockItems } from '#lib/operations/today/low-stock.server.ts';
import { countOpenTasks } from '#lib/operations/today/open-tasks.server.ts';
import { countStuckMails } from '#lib/platform/mail/mail-admin.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { readFaults } from '#lib/platform/upstream/fault-store.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { salesByDay, salesOfPeriod } from '#lib/sales/money-reports/sales.server.ts';
import { countParcelsToHandle } from '#lib/sales/shipping/parcels-to-handle.server.ts';

const PERIOD_DAYS = [1, 7, 30];
const CHART_DAYS = 14;
const REPORT_WINDOW_MS = 7 * DAY_MS;

type TodayShop = Pick<Shop, 'db' | 'settings' | 'now'>;

/** Returns the data for the part of the admin's first page that all staff see. */
export async function readToday({ db, settings, now }: TodayShop) {
  const at = now();
  const [tasks, shipments, stuckCounts, lowStock, backupAgeMs] = await Promise.all([
    countOpenTasks(db, at),
    countParcelsToHandle(db),
    countStuckMails(db, at),
    lowStockItems(db, at),
    backupAge(settings, at),
  ]);
  return {
    tasks: { ...tasks, ...shipments, stuckMails: stuckCounts.givenUpCount + stuckCounts.lateCount },
    lowStock,
    /** The result of `backupAge`. */
    backupAgeMs,
  };
}

export type RecentSales = Awaited<ReturnType<typeof recentSales>>;

/** Returns the sales of the last 1, 7 and 30 days, and of each of the last 14 days. */
export async function recentSales({ db, now }: TodayShop) {
  const at = now();
  const [periods, chart] = await Promise.all([
    Promise.all(PERIOD_DAYS.map((days) => salesOfPeriod(db, days, at))),
    salesByDay(db, CHART_DAYS, at),
  ]);
  return { periods, chart };
}

export type ShopProblems = Awaited<ReturnType<typeof shopProblems>>;

/** Returns the problems that only the owner can solve. */
export async function shopProblems({ db, settings, now }: TodayShop) {
  const at = now();
  const [faults, heldBack] = await Promise.all([readFaults(db, at - REPORT_WINDOW_MS), heldBackProducts(db, at)]);
  return {
    /** Failures of external services in the last seven days that have not recovered, one line each. */
    failures: faults.filter(({ recoveredAt }) => recoveredAt === null).map(describeFault),
    /** Texts and settings of a live shop that still equal the demo's. */
    demoLeftoverGroups: settings.mode === 'live' ? demoLeftoverGroups(db) : [],
    heldBack,
  };
}

/**
 * Returns the age of the newest backup in ms, Infinity if there is none or the backups can't be listed, or undefined if
 * the shop makes no backups.
 */
export async function backupAge(settings: Shop['settings'], at: number): Promise<number | undefined> {
  const { dir } = settings.backups;
  if (dir === undefined) return undefined;
  // Backups that can't be listed count as missing.
  return newestBackupAgeMs(openBackupStore(settings, dir), at).catch(() => Number.POSITIVE_INFINITY);
}
