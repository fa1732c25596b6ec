import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { countViews, type Device, METRIC_NAMES, type Metric, percentile } from '#lib/shop/web-vitals/metrics.ts';
import type { PageKind } from '#lib/shop/web-vitals/page-kinds.ts';

/** The number of page views, and the values that 50, 75 and 95 % of the page views do not exceed. */
export interface Percentiles {
  views: number;
  p50: number;
  p75: number;
  p95: number;
}

/** The percentiles of each metric, by kind of page or by day. */
export type VitalsBy = ReadonlyMap<string, Partial<Record<Metric, Percentiles>>>;

/** Returns the percentiles by kind of page, from a day (YYYY-MM-DD) until today. */
export async function vitalsByPage(db: ShopDatabase, device: Device, since: string): Promise<VitalsBy> {
  const rows = await db.read
    .selectFrom('web_vital')
    .select(['page as key', 'metric', 'bucket', sql<number>`sum(times)`.as('times')])
    .where('day', '>=', since)
    .where('device', '=', device)
    .groupBy(['page', 'metric', 'bucket'])
    .execute();
  return percentilesBy(rows);
}

/** Returns the percentiles by day, from a day (YYYY-MM-DD) until today, newest first. */
export async function vitalsByDay(
  db: ShopDatabase,
  { page, device }: { page: PageKind; device: Device },
  since: string,
): Promise<VitalsBy> {
  const rows = await db.read
    .selectFrom('web_vital')
    .select(['day as key', 'metric', 'bucket', 'times'])
    .where('day', '>=', since)
    .where('page', '=', page)
    .where('device', '=', device)
    .orderBy('day', 'desc')
    .execute();
  return percentilesBy(rows);
}

interface Row {
  key: string;
  metric: string;
  bucket: number;
  /** PostgreSQL returns a sum as a string. */
  times: number | string;
}

function percentilesBy(rows: readonly Row[]): VitalsBy {
  const rowsByKey = Map.groupBy(rows, ({ key }) => key);
  return new Map([...rowsByKey].map(([key, rowsOfKey]) => [key, percentilesOf(rowsOfKey)]));
}

function percentilesOf(rows: readonly Row[]): Partial<Record<Metric, Percentiles>> {
  const rowsByMetric = Map.groupBy(rows, ({ metric }) => metric);
  return Object.fromEntries(METRIC_NAMES.flatMap((metric) => percentileEntries(metric, rowsByMetric.get(metric))));
}

function percentileEntries(metric: Metric, rows: readonly Row[] = []): [Metric, Percentiles][] {
  if (rows.length === 0) return [];
  const histogram = new Map(rows.map(({ bucket, times }) => [Number(bucket), Number(times)]));
  const at = (share: number) => percentile(metric, histogram, share) ?? 0;
  return [[metric, { views: countViews(histogram), p50: at(0.5), p75: at(0.75), p95: at(0.95) }]];
}
