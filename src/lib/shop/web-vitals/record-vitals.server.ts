import { sql } from 'kysely';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Networks } from '#lib/platform/http/network/network.ts';
import { NetworkCounts } from '#lib/platform/http/network/network-counts.server.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS, MINUTE_MS } from '#lib/primitives/durations.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';
import { bucketOf, type Device, METRIC_NAMES, type Vitals } from '#lib/shop/web-vitals/metrics.ts';
import type { PageKind } from '#lib/shop/web-vitals/page-kinds.ts';

export const VITALS_RETENTION_DAYS = 90;
const MAX_REPORTS_PER_MINUTE_AND_NETWORK = 30;
const BATCH_SIZE = 100;

interface PageView {
  vitals: Vitals;
  page: PageKind;
  device: Device;
  networks: Networks;
}

/**
 * Counts a page view in memory. `saveVitals` writes the counts to the database. Throws `too_many` if the network has
 * sent too many reports.
 */
export function recordVitals(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  { vitals, page, device, networks }: PageView,
): void {
  const { counts, reportCounts } = unsavedVitals(db);
  if (reportCounts.hasReached(networks, MAX_REPORTS_PER_MINUTE_AND_NETWORK))
    throw new ShopError('too_many', 'Too many reports were sent at once.');
  reportCounts.add(networks);
  for (const metric of METRIC_NAMES) {
    const value = vitals[metric];
    if (value === undefined) continue;
    const key = [indianIsoDay(now()), page, device, metric, bucketOf(metric, value)].join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
}

/** Adds the counts of this process to the stored histograms. If this fails, the counts are lost. */
export async function saveVitals({ db }: Pick<Shop, 'db'>): Promise<void> {
  const { counts } = unsavedVitals(db);
  if (counts.size === 0) return;
  // Counts are saved in a fixed order, so that processes that save at the same time can't deadlock.
  const sortedCounts = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  counts.clear();
  for (let from = 0; from < sortedCounts.length; from += BATCH_SIZE)
    await db.write
      .insertInto('web_vital')
      .values(sortedCounts.slice(from, from + BATCH_SIZE).map(rowOf))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'page', 'device', 'metric', 'bucket'])
          .doUpdateSet({ times: sql`web_vital.times + excluded.times` }),
      )
      .execute();
}

/** Deletes the histograms of days that are more than `VITALS_RETENTION_DAYS` ago. */
export async function deleteOldVitals({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const oldestKeptDay = indianIsoDay(now() - VITALS_RETENTION_DAYS * DAY_MS);
  await db.write.deleteFrom('web_vital').where('day', '<', oldestKeptDay).execute();
}

function rowOf([key, times]: [string, number]) {
  const [day = '', page = '', device = '', metric = '', bucket] = key.split(' ');
  return { day, page, device, metric, bucket: Number(bucket), times };
}

function unsavedVitals(db: Shop['db']) {
  return db.memo('web-vitals', () => ({
    counts: new Map<string, number>(),
    reportCounts: new NetworkCounts(MINUTE_MS),
  }));
}
