/** Removes white space, punctuation and invisible characters, such as those that a phone copies with a number. */
export function withoutSeparators(text: string): string {
  return text.replace(/[\s\p{P}\p{Cf}]/gu, '');
}

export function digitsIn(text: string): string {
  return text.replace(/[^0-9]/g, '');
}
