import type { SizeTable } from '#lib/content/content/size-guide.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';

/**
 * Median height by age, as the mean for girls and boys, in cm: WHO Child Growth Standards (2006) up to 5 years,
 * measured lying down until 24 months, and WHO Growth Reference 5–19 years (2007) after that.
 */
const MEDIAN_HEIGHTS: readonly (readonly [months: number, cm: number])[] = [
  [0, 49.5],
  [1, 54.2],
  [2, 57.8],
  [3, 60.6],
  [4, 63],
  [5, 65],
  [6, 66.7],
  [9, 71.1],
  [12, 74.9],
  [15, 78.3],
  [18, 81.5],
  [21, 84.4],
  [24, 86.4],
  [30, 91.3],
  [36, 95.6],
  [42, 99.5],
  [48, 103],
  [54, 106.5],
  [60, 109.7],
  [72, 115.6],
  [84, 121.3],
  [96, 127],
  [108, 132.6],
  [120, 138.2],
  [132, 144.1],
  [144, 150.2],
  [156, 156.2],
];

const MONTHS_PER_YEAR = 12;
const DAYS_PER_MONTH = 30;
export const CHILD_LIMITS = { minCm: 40, maxCm: 170, maxYears: 13, maxMonths: 11 } as const;

export interface ChildMeasurements {
  heightCm?: number | undefined;
  ageMonths?: number | undefined;
}

/** Returns the values of `height`, `years` and `months`; a `problem` if any is not a number within its limits. */
export function childMeasurements(params: URLSearchParams): ChildMeasurements | { problem: string } {
  const { minCm, maxCm, maxYears, maxMonths } = CHILD_LIMITS;
  const heightCm = parseNumber(params.get('height'), minCm, maxCm);
  const years = parseNumber(params.get('years'), 0, maxYears);
  const months = parseNumber(params.get('months'), 0, maxMonths);
  if ([heightCm, years, months].some(Number.isNaN)) {
    const age = `${maxYears} years and ${maxMonths} months`;
    return { problem: `Enter a height from ${minCm} to ${maxCm} cm, and an age of at most ${age}.` };
  }
  const hasAge = years !== undefined || months !== undefined;
  return { heightCm, ageMonths: hasAge ? (years ?? 0) * MONTHS_PER_YEAR + (months ?? 0) : undefined };
}

/** Returns undefined for an empty field, and NaN for anything but a number within the limits. */
function parseNumber(text: string | null, min: number, max: number): number | undefined {
  if (text === null || text.trim() === '') return undefined;
  const number = Number(text.replace(',', '.'));
  return number >= min && number <= max ? number : Number.NaN;
}

/** A size, and the estimated number of whole months until the child outgrows it. */
export interface FittingSize {
  size: string;
  months: number;
}

export type ChildSizeResult = { problem: string } | { heightCm: number; sizes: FittingSize[] };

interface SizeRange {
  size: string;
  minCm: number;
  maxCm: number;
}

/** Returns the sizes with their heights, the smallest first; an empty list if the table has no heights in cm. */
export function sizeRanges({ columns, rows }: SizeTable): SizeRange[] {
  const nameKey = columns[0]?.key;
  if (nameKey === undefined || !columns.some(({ key, unit }) => key === 'height' && unit === 'cm')) return [];
  const ranges = rows.flatMap((row): SizeRange[] => {
    const { height } = row;
    const [minCm, maxCm] = typeof height === 'number' ? [height, height] : Array.isArray(height) ? height : [];
    if (minCm === undefined || maxCm === undefined) return [];
    return [{ size: String(row[nameKey] ?? ''), minCm, maxCm }];
  });
  return ranges.sort((a, b) => a.maxCm - b.maxCm);
}

/**
 * Returns the size for a child's height, and the next size; a `problem` if no size fits; undefined if neither a height
 * nor an age is given. If only an age is given, the median height for this age is used. The child is assumed to remain
 * as far above or below the median as it is now.
 */
export function childSizeResult(
  table: SizeTable,
  { heightCm, ageMonths }: ChildMeasurements,
): ChildSizeResult | undefined {
  if (heightCm === undefined && ageMonths === undefined) return undefined;
  const height = heightCm ?? heightAt(ageMonths ?? 0);
  const ranges = sizeRanges(table);
  const index = ranges.findIndex(({ maxCm }) => height < maxCm);
  const [smallestRange] = ranges;
  if (index < 0 || !smallestRange)
    return { problem: 'We have no children’s size for this height. Look at the adults’ sizes.' };
  if (height < smallestRange.minCm)
    return { problem: `Our smallest size is ${smallestRange.size}, from ${smallestRange.minCm} cm.` };
  const age = ageMonths ?? ageAt(height);
  const cmAboveMedian = height - heightAt(age);
  const sizes = ranges.slice(index, index + 2).map(({ size, maxCm }) => ({
    size,
    months: Math.max(0, Math.floor(ageAt(maxCm - cmAboveMedian) - age)),
  }));
  return { heightCm: Math.round(height), sizes };
}

/** Returns the approximate time at which a child outgrows a size, in epoch ms. */
export function outgrownAt(now: number, { months }: FittingSize): number {
  return now + months * DAYS_PER_MONTH * DAY_MS;
}

function heightAt(months: number): number {
  return interpolate(MEDIAN_HEIGHTS, months);
}

function ageAt(cm: number): number {
  return interpolate(
    MEDIAN_HEIGHTS.map(([months, height]) => [height, months] as const),
    cm,
  );
}

/** Returns the value at `x` by linear interpolation; beyond the ends, by extrapolation from the nearest two points. */
function interpolate(points: readonly (readonly [number, number])[], x: number): number {
  const nextIndex = points.findIndex(([pointX]) => pointX >= x);
  const end = nextIndex < 0 ? points.length - 1 : Math.max(1, nextIndex);
  const [x0, y0] = points[end - 1] ?? [0, 0];
  const [x1, y1] = points[end] ?? [1, 1];
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}
