/** Moments as the shop's customers and its owner read them: in India, whatever zone the server or the phone is in. */
const ZONE = 'Asia/Kolkata';
const DAY = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: ZONE });
const ISO_DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: ZONE });
const MOMENT = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeStyle: 'medium', timeZone: ZONE });

/** `19 March 2026`, of epoch milliseconds or an ISO time. */
export function indianDay(time: number | string): string {
  return DAY.format(new Date(time));
}

export function indianIsoDay(time: number | string): string {
  return ISO_DAY.format(new Date(time));
}

/** `19 March 2026 at 4:10:05 pm IST`. */
export function indianMoment(time: number | string): string {
  return `${MOMENT.format(new Date(time))} IST`;
}
