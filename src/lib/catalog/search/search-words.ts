const WORDS_A_QUERY = 8;
const WORD_CHARACTERS = 40;

/** The same words on both database engines. */
export function searchWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  const words = folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, WORD_CHARACTERS)))];
}

export function queryWords(term: string): string[] {
  return searchWords(term.slice(0, WORDS_A_QUERY * WORD_CHARACTERS)).slice(0, WORDS_A_QUERY);
}
