import { type Figure, percentile } from './figures.ts';

const SECONDS_FOR_100K = 60;
const P99_BUDGET_MS = 100;
const MAX_GROWTH = 1.5;

/** Progress and costs from the start of the import until the sample. */
export interface ImportSample {
  products: number;
  seconds: number;
  cliSeconds: number;
  databaseSeconds: number;
  peakMb: number;
}

export function importFigures(column: string, size: number, samples: ImportSample[], pageP99sMs: number[]): Figure[] {
  const last = samples.at(-1);
  if (!last) return [];
  const figure = (label: string, value: number, unit: Figure['unit'], extra: Partial<Figure> = {}): Figure => ({
    part: 'import',
    label,
    value,
    unit,
    column,
    ...extra,
  });
  return [
    figure('until all products are imported', last.seconds, 's', { budget: (SECONDS_FOR_100K * size) / 100_000 }),
    figure('processor time of the command', last.cliSeconds, 's'),
    ...(last.databaseSeconds > 0 ? [figure('processor time of the database', last.databaseSeconds, 's')] : []),
    figure('processor time, the last tenth compared with the second', growth(samples), '×', { budget: MAX_GROWTH }),
    figure('peak memory of the command', last.peakMb, 'MB'),
    ...(pageP99sMs.length > 0
      ? [
          figure('pages during the import, median of the 99th percentiles', percentile(pageP99sMs, 0.5), 'ms', {
            budget: P99_BUDGET_MS,
          }),
        ]
      : []),
  ];
}

function growth(samples: ImportSample[]): number {
  const costs = samples.map(({ products, cliSeconds, databaseSeconds }, index) => {
    const previous = samples[index - 1];
    return (
      (cliSeconds + databaseSeconds - (previous?.cliSeconds ?? 0) - (previous?.databaseSeconds ?? 0)) /
      (products - (previous?.products ?? 0))
    );
  });
  return costs[9]! / costs[1]!;
}
