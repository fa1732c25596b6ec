const MAX_QUERY_WORDS = 8;
const MAX_WORD_CHARACTERS = 40;

/** Returns the distinct words of the text, in lower case, without accents and cut to 40 characters. */
export function plainWords(text: string): string[] {
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
  return plainWords(term.slice(0, MAX_QUERY_WORDS * MAX_WORD_CHARACTERS)).slice(0, MAX_QUERY_WORDS);
}
