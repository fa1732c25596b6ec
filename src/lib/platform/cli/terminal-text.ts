/**
 * Returns the text without control characters except tabs and line feeds, and without invisible characters such as
 * those that change the direction of text, so that customers' texts can't control the owner's terminal.
 */
export function withoutControlCharacters(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Cf}/gu, '');
}

export function oneLine(text: string): string {
  return withoutControlCharacters(text).replace(/\s+/g, ' ');
}
