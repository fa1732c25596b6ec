/** Joins words: "red", "red and blue", "red, blue and green". */
export function wordList(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
}
