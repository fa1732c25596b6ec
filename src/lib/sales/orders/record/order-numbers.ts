import { IST_OFFSET_MS } from '#lib/primitives/durations.ts';

const APRIL = 3;

export function indianYear(at: number): number {
  return new Date(at + IST_OFFSET_MS).getUTCFullYear();
}

/** Such as `26-27`, which is from April 2026 to March 2027. */
export function financialYear(at: number): string {
  const day = new Date(at + IST_OFFSET_MS);
  const first = day.getUTCFullYear() - (day.getUTCMonth() < APRIL ? 1 : 0);
  const short = (year: number) => String(year % 100).padStart(2, '0');
  return `${short(first)}-${short(first + 1)}`;
}
