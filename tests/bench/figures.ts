/** A measured value with its budget. */
export interface Figure {
  /** The part of the benchmark, as in `--only`. */
  part: string;
  what: string;
  value: number;
  unit: 'kB' | 'ms' | 's' | 'MB' | '/s' | '×' | '%' | '';
  /** The maximum, or with `atLeast` the minimum. */
  budget?: number;
  atLeast?: boolean;
  /** Additional information, such as the 99th percentile. */
  note?: string;
  /** The column of the figure, for parts that measure the same at several sizes or engines. */
  column?: string;
  /** When the figure was measured, if by an earlier run. */
  measuredAt?: string;
}

type Verdict = 'kept' | 'missed' | '';

export function verdictOf({ value, budget, atLeast }: Figure): Verdict {
  if (budget === undefined) return '';
  const isKept = atLeast ? value >= budget : value <= budget;
  return isKept ? 'kept' : 'missed';
}

/** Name, value, budget, verdict and note of each figure. */
export function figureRows(figures: Figure[]): string[][] {
  return figures.map((figure) => [
    figure.what,
    formatValue(figure.value, figure.unit),
    figure.budget === undefined ? '' : `${figure.atLeast ? '≥' : '≤'} ${formatValue(figure.budget, figure.unit)}`,
    verdictOf(figure),
    figure.note ?? '',
  ]);
}

/** Text lines for a terminal, in columns. */
export function figureTable(figures: Figure[]): string[] {
  const rows = figureRows(figures).map(([, ...rest], index) => [nameOf(figures[index]!), ...rest]);
  const all = [['figure', 'value', 'budget', 'verdict', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function nameOf({ part, what, column }: Figure): string {
  return `${part}: ${what}${column ? `, ${column}` : ''}`;
}

function formatValue(value: number, unit: Figure['unit']): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const number = Number(value.toFixed(digits)).toLocaleString('en-IN');
  return unit.startsWith('/') || unit === '%' || unit === '' ? `${number}${unit}` : `${number} ${unit}`;
}

/** The percentile of the values; a `share` of 0.5 is the median, for an even number the upper one. `NaN` if empty. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}
