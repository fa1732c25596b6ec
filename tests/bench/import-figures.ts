import { type Figure, percentile } from './figures.ts';

const SECONDS_FOR_100K = 60;
const PAGE_P99_MS = 100;
const FLAT = 1.5;

export interface Taken {
  products: number;
  seconds: number;
  toolSeconds: number;
  databaseSeconds: number;
  mb: number;
}

export function importFigures(column: string, size: number, taken: Taken[], p99s: number[]): Figure[] {
  const end = taken.at(-1);
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
    figure('until all is there', end.seconds, 's', { budget: (SECONDS_FOR_100K * size) / 100_000 }),
    figure("the tool's processor", end.toolSeconds, 's'),
    ...(end.databaseSeconds > 0 ? [figure("the database's processor", end.databaseSeconds, 's')] : []),
    figure('the last tenth against the second, processor', growth(taken), '×', { budget: FLAT }),
    figure("the tool's memory, highest", end.mb, 'MB'),
    ...(p99s.length > 0
      ? [figure('pages meanwhile, 99th percentile', percentile(p99s, 0.5), 'ms', { budget: PAGE_P99_MS })]
      : []),
  ];
}

function growth(taken: Taken[]): number {
  const costs = taken.map(({ products, toolSeconds, databaseSeconds }, at) => {
    const before = taken[at - 1];
    return (
      (toolSeconds + databaseSeconds - (before?.toolSeconds ?? 0) - (before?.databaseSeconds ?? 0)) /
      (products - (before?.products ?? 0))
    );
  });
  return costs[9]! / costs[1]!;
}
