import type { ReportTable } from '#lib/sales/money-reports/report-table.ts';
import { formatVital, METRIC_NAMES, type Metric, ratingOf } from '#lib/shop/web-vitals/metrics.ts';
import { PAGE_KINDS, type PageKind } from '#lib/shop/web-vitals/page-kinds.ts';
import type { Percentiles, VitalsBy } from '#lib/shop/web-vitals/read-vitals.server.ts';

const HEADINGS: Record<Metric, string> = { LCP: 'Main content', INP: 'Taps', CLS: 'Movement', TTFB: 'Server' };

/** Returns a table with a row for each kind of page that was measured. */
export function pageTable(pages: VitalsBy): ReportTable {
  const kinds = (Object.keys(PAGE_KINDS) as PageKind[]).filter((kind) => pages.has(kind));
  return {
    columns: [['Pages', 'text'], ...METRIC_NAMES.map((metric) => [HEADINGS[metric], 'number'] as const)],
    rows: kinds.map((kind) => [
      PAGE_KINDS[kind],
      ...METRIC_NAMES.map((metric) => ratedText(metric, pages.get(kind)?.[metric])),
    ]),
  };
}

/** Returns a table with a row for each day on which the metric was measured. */
export function dayTable(metric: Metric, days: VitalsBy): ReportTable {
  const textOf = (value: number) => formatVital(metric, value);
  return {
    columns: [
      ['Day', 'text'],
      ['75th percentile', 'total'],
      ['Median', 'number'],
      ['95th percentile', 'number'],
      ['Page views', 'number'],
    ],
    rows: [...days].flatMap(([day, { [metric]: percentiles }]) =>
      percentiles
        ? [[day, ratedText(metric, percentiles), textOf(percentiles.p50), textOf(percentiles.p95), percentiles.views]]
        : [],
    ),
  };
}

function ratedText(metric: Metric, percentiles: Percentiles | undefined): string {
  return percentiles ? `${formatVital(metric, percentiles.p75)}, ${ratingOf(metric, percentiles.p75)}` : '–';
}
