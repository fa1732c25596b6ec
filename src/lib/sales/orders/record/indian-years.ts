import { IST_OFFSET_MS } from '#lib/primitives/durations.ts';

const APRIL = 3;

export function indianYear(at: number): number {
  return new Date(at + IST_OFFSET_MS).getUTCFullYear();
}

/** Returns the financial year of a time, for example `26-27` for April 2026 to March 2027. */
export function financialYear(at: number): string {
  const indianTime = new Date(at + IST_OFFSET_MS);
  const firstYear = indianTime.getUTCFullYear() - (indianTime.getUTCMonth() < APRIL ? 1 : 0);
  const lastTwoDigits = (year: number) => String(year % 100).padStart(2, '0');
  return `${lastTwoDigits(firstYear)}-${lastTwoDigits(firstYear + 1)}`;
}
