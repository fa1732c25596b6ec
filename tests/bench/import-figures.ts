import { type Figure, percentile } from './figures.ts';

const SECONDS_FOR_100K = 60;
const PAGE_P99_MS = 100;
const MAX_GROWTH = 1.5;

export interface ImportSample {
  products: number;
  seconds: number;
  toolSeconds: number;
  databaseSeconds: number;
  mb: number;
}

export function importFigures(column: string, size: number, samples: ImportSample[], p99s: number[]): Figure[] {
  const end = samples.at(-1);
  if (!end) return [];
  const figure = (what: string, value: number, unit: Figure['unit'], more: Partial<Figure> = {}): Figure => ({
    part: 'import',
    what,
    value,
    unit,
    column,
    ...more,
  });
  return [
    figure('until all products are imported', end.seconds, 's', { budget: (SECONDS_FOR_100K * size) / 100_000 }),
    figure('processor time of the tool', end.toolSeconds, 's'),
    ...(end.databaseSeconds > 0 ? [figure('processor time of the database', end.databaseSeconds, 's')] : []),
    figure('processor time, the last tenth compared with the second', growth(samples), '×', { budget: MAX_GROWTH }),
    figure('peak memory of the tool', end.mb, 'MB'),
    ...(p99s.length > 0
      ? [figure('pages during the import, 99th percentile', percentile(p99s, 0.5), 'ms', { budget: PAGE_P99_MS })]
      : []),
  ];
}

function growth(samples: ImportSample[]): number {
  const costs = samples.map(({ products, toolSeconds, databaseSeconds }, index) => {
    const before = samples[index - 1];
    return (
      (toolSeconds + databaseSeconds - (before?.toolSeconds ?? 0) - (before?.databaseSeconds ?? 0)) /
      (products - (before?.products ?? 0))
    );
  });
  return costs[9]! / costs[1]!;
}
