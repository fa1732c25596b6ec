import { DAY_MS, HOUR_MS, IST_OFFSET_MS } from '#lib/primitives/durations.ts';

/** Times are shown in Indian time, regardless of the time zone of the server or the phone. */
const ZONE = 'Asia/Kolkata';
const FIELD_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/;

/** Formats a time as "19 March 2026". */
export const indianDay = indianFormat({ dateStyle: 'long' });
/** Formats a time as "19 Mar 2026". */
export const indianShortDay = indianFormat({ dateStyle: 'medium' });
/** Formats a time as "March 2026". */
export const indianMonth = indianFormat({ month: 'long', year: 'numeric' });
/** Formats a time as "19 March". */
export const indianDayAndMonth = indianFormat({ day: 'numeric', month: 'long' });
/** Formats a time as "Thu, 19 Mar". */
export const indianWeekdayAndDay = indianFormat({ weekday: 'short', day: 'numeric', month: 'short' });
/** Formats a time as "12:30 am". */
export const indianTimeOfDay = indianFormat({ timeStyle: 'short' });
/** Formats a time as "19 Mar 2026, 12:30 am". */
export const indianDateTime = indianFormat({ dateStyle: 'medium', timeStyle: 'short' });
/** Formats a time as "19 March 2026 at 12:30:00 am". */
export const indianDateTimeWithSeconds = indianFormat({ dateStyle: 'long', timeStyle: 'medium' });

/** Creates the formatter on first use: it takes 0.1 ms on a server, and 100 ms on a slow phone. @__NO_SIDE_EFFECTS__ */
function indianFormat(style: Intl.DateTimeFormatOptions): (time: number | string) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat('en-IN', { ...style, timeZone: ZONE });
    return format.format(new Date(time));
  };
}

/** Returns the hour in India, from 0 to 23. India has had the same offset, without daylight saving time, since 1945. */
export function indianHour(time: number): number {
  return Math.floor((time + IST_OFFSET_MS) / HOUR_MS) % 24;
}

export function isIndianSunday(time: number): boolean {
  return new Date(time + IST_OFFSET_MS).getUTCDay() === 0;
}

/**
 * Returns the beginning of the day in India, in epoch ms. Also works for the result of `Date.parse` for a date without
 * a time, such as `2026-11-26`, because midnight UTC is on the same day in India.
 */
export function indianMidnight(time: number): number {
  return Math.floor((time + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS;
}

/** Formats a time as "2026-03-19". */
export function indianIsoDay(time: number | string): string {
  return new Date(new Date(time).getTime() + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** Formats a time for spreadsheets, as "2026-03-19 00:30". */
export function indianIsoMinute(time: number): string {
  return new Date(time + IST_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ');
}

/** Formats a time with the offset, as "2026-03-19T00:30:00+0530". */
export function indianIsoSecond(time: number): string {
  return `${indianFieldTime(time)}+0530`;
}

/** Returns the value of a `datetime-local` field, such as "2026-03-19T00:30:00". */
export function indianFieldTime(time: number): string {
  return new Date(time + IST_OFFSET_MS).toISOString().slice(0, 19);
}

/** Returns the time in a `datetime-local` field, in epoch ms, or NaN if the value is not valid. */
export function timeOfIndianField(value: string): number {
  return FIELD_TIME.test(value) ? Date.parse(`${value}Z`) - IST_OFFSET_MS : Number.NaN;
}
