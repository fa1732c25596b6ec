import { IST_OFFSET_MS } from '#lib/primitives/durations.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

/** A month in India. `from` and `to` are in epoch ms; `to` is exclusive. */
export interface Month {
  /** A text such as `2026-11`. */
  key: string;
  from: number;
  to: number;
}

export type Period = Pick<Month, 'from' | 'to'>;

export const MONTH_PATTERN = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** Returns the month with this key, which must match `MONTH_PATTERN`. */
export function monthOf(key: string): Month {
  const [year = 0, month = 0] = key.split('-').map(Number);
  return { key, from: monthStart(year, month - 1), to: monthStart(year, month) };
}

/** Returns the month in India that contains a time in epoch ms. */
export function monthAt(time: number): Month {
  return monthOf(indianIsoDay(time).slice(0, 7));
}

export function previousMonth({ from }: Month): Month {
  return monthAt(from - 1);
}

export function nextMonth({ to }: Month): Month {
  return monthAt(to);
}

/** Returns the start of a month in epoch ms. `month` is 0 for January, and 12 for January of the next year. */
function monthStart(year: number, month: number): number {
  return Date.UTC(year, month) - IST_OFFSET_MS;
}
