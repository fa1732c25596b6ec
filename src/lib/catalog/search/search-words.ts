const MAX_QUERY_WORDS = 8;
const MAX_WORD_CHARACTERS = 40;

/** Returns the distinct words of the text, in lower case and without accents. */
export function searchWords(text: string): string[] {
  const plainText = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  const words = plainText.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_CHARACTERS)))];
}

/** Returns the first eight distinct words of a search term. */
export function queryWords(term: string): string[] {
  return searchWords(term.slice(0, MAX_QUERY_WORDS * MAX_WORD_CHARACTERS)).slice(0, MAX_QUERY_WORDS);
}
