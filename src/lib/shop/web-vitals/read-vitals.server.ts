import { sql } from 'kysely';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import {
  countViews,
  type Device,
  type Histogram,
  METRIC_NAMES,
  type Metric,
  percentile,
} from '#lib/shop/web-vitals/metrics.ts';
import type { PageKind } from '#lib/shop/web-vitals/page-kinds.ts';

/** The number of page views, and the values that 50, 75 and 95 % of the page views do not exceed. */
export interface Percentiles {
  views: number;
  p50: number;
  p75: number;
  p95: number;
}

export type VitalsBy<Key extends string> = ReadonlyMap<Key, Partial<Record<Metric, Percentiles>>>;

/** Returns the percentiles by kind of page, from a day (YYYY-MM-DD) until today. */
export async function vitalsByPage(db: ShopDatabase, device: Device, since: string): Promise<VitalsBy<string>> {
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
): Promise<VitalsBy<string>> {
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

function percentilesBy(rows: readonly Row[]): VitalsBy<string> {
  const histograms = new Map<string, Map<string, Map<number, number>>>();
  for (const { key, metric, bucket, times } of rows) {
    const histogramsByMetric = histograms.get(key) ?? new Map<string, Map<number, number>>();
    histograms.set(key, histogramsByMetric);
    const histogram = histogramsByMetric.get(metric) ?? new Map<number, number>();
    histogramsByMetric.set(metric, histogram);
    histogram.set(Number(bucket), Number(times));
  }
  return new Map(
    [...histograms].map(([key, histogramsByMetric]) => [
      key,
      Object.fromEntries(METRIC_NAMES.flatMap((metric) => percentileEntries(metric, histogramsByMetric.get(metric)))),
    ]),
  );
}

function percentileEntries(metric: Metric, histogram: Histogram | undefined): [Metric, Percentiles][] {
  if (!histogram) return [];
  const percentileAt = (share: number) => percentile(metric, histogram, share) ?? 0;
  return [
    [
      metric,
      { views: countViews(histogram), p50: percentileAt(0.5), p75: percentileAt(0.75), p95: percentileAt(0.95) },
    ],
  ];
}
