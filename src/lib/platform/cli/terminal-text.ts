/** What customers wrote, for the owner's terminal: it must not steer it, nor pass for another line of the list. */
export function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '');
}

export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ');
}

/** '21 Nov 2026, 4:10 pm', in India. */
export function shortTime(time: number): string {
  return new Date(time).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
}
