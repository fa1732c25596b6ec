import { DAY_MS, IST_AHEAD_MS } from '#lib/primitives/durations.ts';
import { indianWeekday } from '#lib/primitives/indian-time.ts';

const DAYS_IN_A_WEEK = 7;
const SUNDAY = 0;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/**
 * The latest delivery day in India, such as "Thu 3 Dec": this many business days after `at`. Couriers deliver from
 * Monday to Saturday; public holidays differ by state and are ignored.
 */
export function deliveryDay([, max]: readonly [number, number], at: number): string {
  let day = at;
  for (let left = max; left > 0; ) {
    day += DAY_MS;
    if (weekdayOf(day) !== SUNDAY) left--;
  }
  return indianWeekday(day).replace(',', '');
}

function weekdayOf(time: number): number {
  return (Math.floor((time + IST_AHEAD_MS) / DAY_MS) + FIRST_WEEKDAY) % DAYS_IN_A_WEEK;
}
