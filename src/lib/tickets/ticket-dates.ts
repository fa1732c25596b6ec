const DAY = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
});
const MINUTE = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

export function shortDate(iso: string): string {
  return DAY.format(new Date(iso));
}

export function shortDateTime(iso: string): string {
  return MINUTE.format(new Date(iso));
}
