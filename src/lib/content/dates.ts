const LONG = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

export function longDate(day: Date): string {
  return LONG.format(day);
}

export function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
