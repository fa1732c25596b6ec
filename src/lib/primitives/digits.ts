/** Returns the text without white space, punctuation and invisible characters, which a phone may copy with a number. */
export function withoutSeparators(text: string): string {
  return text.replace(/[\s\p{P}\p{Cf}]/gu, '');
}

export function digitsIn(text: string): string {
  return text.replace(/[^0-9]/g, '');
}
