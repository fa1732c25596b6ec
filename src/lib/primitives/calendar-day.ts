// Days without a time, such as birthdays and the dates of articles and policies, are stored as midnight UTC.

let formatter: Intl.DateTimeFormat | undefined;

export function longDate(day: Date): string {
  formatter ??= new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' });
  return formatter.format(day);
}

export function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

/**
 * Returns midnight UTC of a day such as 2026-12-31, in epoch ms. Returns undefined if the text has another form, or if
 * the day does not exist.
 */
export function readDay(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // JavaScript parses 30 February as 2 March.
  return !Number.isNaN(time) && isoDay(new Date(time)) === text ? time : undefined;
}
