/** Times are shown in India's zone, whatever the server's or the phone's is. */
const ZONE = 'Asia/Kolkata';
const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: ZONE });
const ISO_DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: ZONE });
const MOMENT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'medium', timeZone: ZONE });

export function indianDay(time: number | string): string {
  return DAY.format(new Date(time));
}

export function indianIsoDay(time: number | string): string {
  return ISO_DAY.format(new Date(time));
}

export function indianMoment(time: number | string): string {
  return `${MOMENT.format(new Date(time))} IST`;
}
