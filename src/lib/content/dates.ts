/** The dates of articles and policies are days without a time: midnight UTC. */
const LONG_DATE = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

export function longDate(day: Date): string {
  return LONG_DATE.format(day);
}

export function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
