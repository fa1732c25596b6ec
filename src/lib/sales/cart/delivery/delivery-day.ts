import { DAY_MS } from '#lib/primitives/durations.ts';
import { indianWeekdayAndDay, isIndianSunday } from '#lib/primitives/indian-time.ts';

/**
 * Returns the latest delivery day, in Indian time, of an order packed at `at`, such as "Thu 3 Dec". Couriers deliver
 * from Monday to Saturday. Public holidays differ by state and are ignored.
 */
export function deliveryDay([, max]: readonly [number, number], at: number): string {
  let day = at;
  for (let daysLeft = max; daysLeft > 0; ) {
    day += DAY_MS;
    if (!isIndianSunday(day)) daysLeft--;
  }
  return indianWeekdayAndDay(day).replace(',', '');
}
