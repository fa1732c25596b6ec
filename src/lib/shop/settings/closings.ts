import { DAY_MS, IST_OFFSET_MS } from '#lib/primitives/durations.ts';
import { indianDayAndMonth, indianMidnight, isIndianSunday } from '#lib/primitives/indian-time.ts';
import type { ShopSettings } from '#lib/shop/settings/settings.schema.ts';

/**
 * A holiday, when nothing is packed: its first and last day in India, each as midnight UTC. The message is shown instead
 * of "We are closed from 24 to 27 October." If it is empty, that sentence is shown.
 */
export type Closing = ShopSettings['closings'][number];

/** How long before a closing the notice is shown. */
const NOTICE_MS = 7 * DAY_MS;

/** One closing, or several that overlap, follow each other or have only a Sunday between them. Times in epoch ms. */
interface ClosedPeriod {
  startsAt: number;
  /** The end of the last day, exclusive. */
  endsAt: number;
  /** The beginning of the first working day after the period, which is not a Sunday. */
  resumesAt: number;
}

/**
 * Returns the time at which goods that are ordered, or arrive, at `at` are packed: the same time or, during a closing,
 * the same time on the first working day after it (product.md, "Delivery"). Couriers don't collect on Sundays, so a
 * Sunday before or after a closing is treated as closed, too. All delivery dates are calculated from this time.
 */
export function packingTime(at: number, closings: readonly Closing[]): number {
  const period = closedPeriods(closings).find(
    ({ startsAt, resumesAt }) => startWithSunday(startsAt) <= at && at < resumesAt,
  );
  return period ? at + period.resumesAt - indianMidnight(at) : at;
}

/** Returns the notice for every page, or undefined if no closing is near. */
export function closingNotice(closings: readonly Closing[], at: number): string | undefined {
  const period = nearPeriod(closings, at);
  if (!period) return undefined;
  const packedOn = `packed on ${indianDayAndMonth(period.resumesAt)}.`;
  const ordersClause = at < period.startsAt ? 'Orders that we have not packed by then are' : 'Orders placed now are';
  return `${messageOf(period, closings, at) || `We are closed ${daysText(period)}.`} ${ordersClause} ${packedOn}`;
}

/** Returns a text for staff, such as "closed from 24 October", or undefined if no closing is near. */
export function closingState(closings: readonly Closing[], at: number): string | undefined {
  const period = nearPeriod(closings, at);
  if (!period) return undefined;
  return at < period.startsAt
    ? `closed from ${indianDayAndMonth(period.startsAt)}`
    : `closed until ${lastDayText(period)}`;
}

/**
 * Returns the latest due time of pre-orders that should be packed by now: the current time, or the last moment before
 * the current closing.
 */
export function lastPackingTime(closings: readonly Closing[], at: number): number {
  const period = closedPeriods(closings).find(({ startsAt, resumesAt }) => startsAt <= at && at < resumesAt);
  return period ? period.startsAt - 1 : at;
}

/**
 * Returns the times at which the notice appears, changes or disappears, in epoch ms, in no particular order.
 */
export function closingTimes(closings: readonly Closing[]): number[] {
  const periodTimes = closedPeriods(closings).flatMap(({ startsAt, resumesAt }) => [
    startsAt - NOTICE_MS,
    startsAt,
    resumesAt,
  ]);
  return [...periodTimes, ...closings.flatMap((closing) => [startOf(closing), endOf(closing)])];
}

function nearPeriod(closings: readonly Closing[], at: number): ClosedPeriod | undefined {
  return closedPeriods(closings).find(({ startsAt, resumesAt }) => startsAt - NOTICE_MS <= at && at < resumesAt);
}

function closedPeriods(closings: readonly Closing[]): ClosedPeriod[] {
  const periods: ClosedPeriod[] = [];
  for (const closing of closings.toSorted((a, b) => startOf(a) - startOf(b))) {
    const [startsAt, endsAt] = [startOf(closing), endOf(closing)];
    const lastPeriod = periods.at(-1);
    if (lastPeriod && startsAt <= lastPeriod.resumesAt)
      periods[periods.length - 1] = periodOf(lastPeriod.startsAt, Math.max(lastPeriod.endsAt, endsAt));
    else periods.push(periodOf(startsAt, endsAt));
  }
  return periods;
}

function periodOf(startsAt: number, endsAt: number): ClosedPeriod {
  return { startsAt, endsAt, resumesAt: isIndianSunday(endsAt) ? endsAt + DAY_MS : endsAt };
}

function startOf({ from }: Closing): number {
  return from.getTime() - IST_OFFSET_MS;
}

function endOf({ to }: Closing): number {
  return to.getTime() + DAY_MS - IST_OFFSET_MS;
}

function startWithSunday(startsAt: number): number {
  return isIndianSunday(startsAt - DAY_MS) ? startsAt - DAY_MS : startsAt;
}

/**
 * Returns the owner's message for the current closing or, before the period begins, for its first closing. Returns '' if
 * there is no message.
 */
function messageOf({ startsAt }: ClosedPeriod, closings: readonly Closing[], at: number): string {
  const time = Math.max(startsAt, at);
  const currentClosings = closings.filter((closing) => startOf(closing) <= time && time < endOf(closing));
  return currentClosings.find(({ message }) => message !== '')?.message ?? '';
}

/** Returns "on 24 October", "from 24 to 27 October" or "from 30 October to 2 November". */
function daysText(period: ClosedPeriod): string {
  const [firstText, lastText] = [indianDayAndMonth(period.startsAt), lastDayText(period)];
  if (firstText === lastText) return `on ${firstText}`;
  const [day, month] = firstText.split(' ');
  return `from ${lastText.endsWith(` ${month}`) ? day : firstText} to ${lastText}`;
}

function lastDayText({ endsAt }: ClosedPeriod): string {
  return indianDayAndMonth(endsAt - 1);
}
