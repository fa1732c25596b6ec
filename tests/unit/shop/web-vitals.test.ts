import { expect, test } from 'vitest';
import { seededRandom } from '#lib/primitives/seeded-random.ts';
import {
  bucketOf,
  deviceOf,
  formatVital,
  METRIC_NAMES,
  METRICS,
  type Metric,
  percentile,
  ratingOf,
} from '#lib/shop/web-vitals/metrics.ts';
import { pageKindOf } from '#lib/shop/web-vitals/page-kinds.ts';
import { VITALS_REPORT } from '#lib/shop/web-vitals/web-vitals.schema.ts';

function histogramOf(metric: Metric, values: readonly number[]): Map<number, number> {
  const histogram = new Map<number, number>();
  for (const value of values) {
    const bucket = bucketOf(metric, value);
    histogram.set(bucket, (histogram.get(bucket) ?? 0) + 1);
  }
  return histogram;
}

test('percentiles of a histogram are within 10 % of the percentiles of the values', () => {
  const random = seededRandom(7);
  for (const metric of METRIC_NAMES) {
    const { good } = METRICS[metric];
    const values = Array.from({ length: 999 }, () => (good * (1 + random.integerBelow(10_000))) / 2_000).sort(
      (a, b) => a - b,
    );
    for (const share of [0.5, 0.75, 0.95]) {
      const exactValue = values[Math.ceil(share * values.length) - 1] ?? 0;
      const estimate = percentile(metric, histogramOf(metric, values), share) ?? 0;
      expect(estimate / exactValue, `${metric} ${share}`).toBeGreaterThan(0.9);
      expect(estimate / exactValue, `${metric} ${share}`).toBeLessThan(1.1);
    }
  }
});

test('a histogram without page views has no percentile, and extreme values have a bucket', () => {
  expect(percentile('LCP', new Map(), 0.75)).toBeUndefined();
  expect([bucketOf('CLS', 0), bucketOf('LCP', 0), bucketOf('INP', 600_000)]).toEqual([0, 0, 100]);
  expect(percentile('CLS', histogramOf('CLS', [0, 0, 0, 0]), 0.75)).toBeLessThan(0.005);
});

test('a value is rated by the limits of the metric, and shown in its unit', () => {
  expect([2_500, 2_501, 4_001].map((value) => ratingOf('LCP', value))).toEqual(['good', 'needs improvement', 'poor']);
  expect([formatVital('LCP', 1_840), formatVital('INP', 240), formatVital('CLS', 0.018)]).toEqual([
    '1.8 s',
    '240 ms',
    '0.02',
  ]);
});

test.each([
  ['/', 'home'],
  ['/products', 'list'],
  ['/search', 'list'],
  ['/products/[slug]', 'product'],
  ['/checkout/[step]', 'checkout'],
  ['/account/orders', 'account'],
  ['/blogs/[slug]', 'reading'],
  ['/admin/orders', undefined],
])('%s is a page of the kind %s', (pattern, kind) => {
  expect(pageKindOf(pattern)).toBe(kind);
});

test('a device is a phone if the user agent contains “Mobile”', () => {
  expect(deviceOf('Mozilla/5.0 (Linux; Android 10; K) Chrome/156.0.0.0 Mobile Safari/537.36')).toBe('phone');
  expect([deviceOf('Mozilla/5.0 (X11; Linux x86_64)'), deviceOf(null)]).toEqual(['large', 'large']);
});

test.each([
  [{ LCP: 1200.5, INP: 0, CLS: 0.1, TTFB: 90 }, true],
  [{ CLS: 0 }, true],
  [{}, false],
  [{ LCP: -1 }, false],
  [{ LCP: 600_001 }, false],
  [{ LCP: '1200' }, false],
  [{ LCP: null }, false],
  [{ LCP: 1, FCP: 1 }, false],
])('the report %j is accepted: %s', (report, isAccepted) => {
  expect(VITALS_REPORT.safeParse(report).success).toBe(isAccepted);
});
