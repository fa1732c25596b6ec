/** Customers' text must not control the owner's terminal, or look like another line of a list. */
export function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '');
}

export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, ' ');
}
