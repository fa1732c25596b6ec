/**
 * The thresholds are those of https://web.dev/articles/vitals: `good` is the highest good value, and values above
 * `fair` are poor. In ms; CLS has no unit.
 */
interface MetricDefinition {
  label: string;
  about: string;
  good: number;
  fair: number;
  /** The upper end of the histogram's first bucket, in the unit of the metric. */
  firstBucketEnd: number;
}

export const METRICS = {
  LCP: {
    label: 'The main picture or text appears',
    about: 'From the tap on a link until the largest part of the first screen is there (LCP).',
    good: 2_500,
    fair: 4_000,
    firstBucketEnd: 10,
  },
  INP: {
    label: 'The page responds to a tap',
    about: 'The slowest response to a tap or a key during a visit (INP).',
    good: 200,
    fair: 500,
    firstBucketEnd: 10,
  },
  CLS: {
    label: 'The page moves by itself',
    about: 'How much of the screen moved by itself, and how far; 0 means that nothing moved (CLS).',
    good: 0.1,
    fair: 0.25,
    firstBucketEnd: 0.001,
  },
  TTFB: {
    label: 'The server responds',
    about: 'From the tap on a link until the first byte arrives, including the network time (TTFB).',
    good: 800,
    fair: 1_800,
    firstBucketEnd: 10,
  },
} as const satisfies Record<string, MetricDefinition>;

export type Metric = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as Metric[];

/** Values by metric. Metrics that the browser does not measure are missing. */
export type Vitals = Partial<Record<Metric, number>>;

export const DEVICES = { phone: 'Phones', large: 'Tablets and computers' } as const;
export type Device = keyof typeof DEVICES;

export function deviceOf(userAgent: string | null): Device {
  return /Mobi/.test(userAgent ?? '') ? 'phone' : 'large';
}

/** Each bucket ends 10 % above the previous bucket, so percentiles below the last bucket are accurate to 10 %. */
const BUCKET_GROWTH = 1.1;
const MAX_BUCKET = 100;

/** Returns the number of the bucket that contains a value. The last bucket contains all larger values. */
export function bucketOf(metric: Metric, value: number): number {
  const steps = Math.log(value / METRICS[metric].firstBucketEnd) / Math.log(BUCKET_GROWTH);
  return Math.min(MAX_BUCKET, Math.max(0, Math.ceil(steps)));
}

/** The number of values in each bucket. */
export type Histogram = ReadonlyMap<number, number>;

/** Returns the value that a share of page views, such as 0.75, does not exceed. Undefined if there are no views. */
export function percentile(metric: Metric, histogram: Histogram, share: number): number | undefined {
  let remainingViews = countViews(histogram) * share;
  for (const [bucket, views] of [...histogram].sort(([a], [b]) => a - b)) {
    if (remainingViews <= views) return valueIn(metric, bucket, remainingViews / views);
    remainingViews -= views;
  }
  return undefined;
}

export function countViews(histogram: Histogram): number {
  return [...histogram.values()].reduce((sum, views) => sum + views, 0);
}

/** Returns the value at a share of the bucket's width, such as 0.5 for its middle. */
function valueIn(metric: Metric, bucket: number, share: number): number {
  const { firstBucketEnd } = METRICS[metric];
  return bucket === 0 ? firstBucketEnd * share : firstBucketEnd * BUCKET_GROWTH ** (bucket - 1 + share);
}

export type Rating = 'good' | 'needs improvement' | 'poor';

export function ratingOf(metric: Metric, value: number): Rating {
  const { good, fair } = METRICS[metric];
  return value <= good ? 'good' : value <= fair ? 'needs improvement' : 'poor';
}

/** Returns a value as "1.8 s" or "240 ms", and CLS as "0.02". */
export function formatVital(metric: Metric, value: number): string {
  if (metric === 'CLS') return value.toFixed(2);
  return value < 1_000 ? `${Math.round(value)} ms` : `${(value / 1_000).toFixed(1)} s`;
}
