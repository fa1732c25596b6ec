/** The dates of articles and policies, and of birth, are days without a time: midnight UTC. */
let format: Intl.DateTimeFormat | undefined;

export function longDate(day: Date): string {
  format ??= new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(day);
}

export function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
