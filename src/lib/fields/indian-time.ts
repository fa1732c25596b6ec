import { DAY_MS, HOUR_MS, IST_AHEAD_MS } from '#lib/fields/durations.ts';

/** Times are shown in India's zone, whatever the server's or the phone's is. */
const ZONE = 'Asia/Kolkata';
const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: ZONE });
const ISO_DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: ZONE });
const MOMENT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'medium', timeZone: ZONE });

/** 0 to 23. India has had no other time since 1945. */
export function indianHour(time: number): number {
  return Math.floor((time + IST_AHEAD_MS) / HOUR_MS) % 24;
}

export function indianMidnight(time: number): number {
  return Math.floor((time + IST_AHEAD_MS) / DAY_MS) * DAY_MS - IST_AHEAD_MS;
}

export function indianDay(time: number | string): string {
  return DAY.format(new Date(time));
}

export function indianIsoDay(time: number | string): string {
  return ISO_DAY.format(new Date(time));
}

export function indianMoment(time: number | string): string {
  return `${MOMENT.format(new Date(time))} IST`;
}
