/** A measured value with its budget. */
export interface Figure {
  /** The part of the benchmark, as in `--only`. */
  part: string;
  label: string;
  value: number;
  unit: 'kB' | 'ms' | 's' | 'MB' | '/s' | '×' | '%' | '';
  /** The maximum value, or the minimum value if `isMinimum` is true. */
  budget?: number;
  isMinimum?: boolean;
  /** Additional information, for example the 99th percentile. */
  note?: string;
  /** The column of the figure, for parts that repeat a measurement for several sizes or engines. */
  column?: string;
  /** The time of the measurement, if the figure is from an earlier run. */
  measuredAt?: string;
}

type Verdict = 'met' | 'missed' | '';

export function verdictOf({ value, budget, isMinimum }: Figure): Verdict {
  if (budget === undefined) return '';
  const isWithinBudget = isMinimum ? value >= budget : value <= budget;
  return isWithinBudget ? 'met' : 'missed';
}

/** Returns the name, value, budget, verdict and note of each figure. */
export function figureRows(figures: Figure[]): string[][] {
  return figures.map((figure) => [
    figure.label,
    formatValue(figure.value, figure.unit),
    figure.budget === undefined ? '' : `${figure.isMinimum ? '≥' : '≤'} ${formatValue(figure.budget, figure.unit)}`,
    verdictOf(figure),
    figure.note ?? '',
  ]);
}

/** Returns the figures as text lines in columns, for a terminal. */
export function figureTable(figures: Figure[]): string[] {
  const rows = figureRows(figures).map(([, ...rest], index) => [nameOf(figures[index]!), ...rest]);
  const tableRows = [['figure', 'value', 'budget', 'verdict', ''], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...tableRows.map((row) => row[column]?.length ?? 0)));
  return tableRows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function nameOf({ part, label, column }: Figure): string {
  return `${part}: ${label}${column ? `, ${column}` : ''}`;
}

function formatValue(value: number, unit: Figure['unit']): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  const number = Number(value.toFixed(digits)).toLocaleString('en-IN');
  return unit.startsWith('/') || unit === '%' || unit === '' ? `${number}${unit}` : `${number} ${unit}`;
}

/**
 * Returns a percentile of the values, or `NaN` if there are no values. If `share` is 0.5, this is the median, or the
 * greater of the two middle values.
 */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}
