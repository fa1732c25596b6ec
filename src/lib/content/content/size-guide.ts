import type { SIZE_GUIDE } from '#lib/content/content/size-guide.schema.ts';

/** A size chart. Body measurements are in centimetres, and lengths of cloth in metres. */
export type SizeTable = ReturnType<typeof SIZE_GUIDE.schema.parse>['women'];

/** A number, the two ends of a range, words, or no value. */
type Measure = Readonly<SizeTable['rows'][number][string]> | undefined;

export const CM_PER_INCH = 2.54;
const FRACTIONS: Record<number, string> = { 0: '', 0.5: '½' };

/** Returns a measure without its unit; a dash for a missing value. */
export function measureText(value: Measure, unit: string | null): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string') return value;
  const numbers = typeof value === 'number' ? [value] : value;
  return numbers.map((number) => (unit === 'm' ? number.toFixed(2) : String(number))).join('–');
}

/** Returns a measure in inches, rounded to half inches; undefined for words, missing values and other units than cm. */
export function inchesText(value: Measure, unit: string | null): string | undefined {
  if (unit !== 'cm' || value === null || value === undefined || typeof value === 'string') return undefined;
  const numbers = typeof value === 'number' ? [value] : value;
  return [...new Set(numbers.map(toHalfInches))].join('–');
}

function toHalfInches(cm: number): string {
  const inches = Math.round((cm / CM_PER_INCH) * 2) / 2;
  return `${Math.floor(inches)}${FRACTIONS[inches % 1] ?? ''}`;
}
