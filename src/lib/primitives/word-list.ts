/** Returns the words as a list in a sentence: "red", "red and blue", "red, blue and green". */
export function wordList(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
}
