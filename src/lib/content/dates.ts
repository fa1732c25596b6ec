const LONG = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '19 March 2026'. A day of the content has no hour, so it is read in UTC, as it was written. */
export function longDate(day: Date): string {
  return LONG.format(day);
}

export function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
