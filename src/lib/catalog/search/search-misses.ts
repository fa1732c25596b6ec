import { wordsOf } from '#lib/catalog/search/words/word-fields.ts';

export const MAX_MISS_CHARACTERS = 40;
const MAX_MISS_WORDS = 4;

/**
 * Returns the term to record, in lower case without punctuation; undefined if the term is too long or has no words, or
 * if it may identify a person, for example by a phone or order number, an email or postal address, or a link.
 */
export function recordableTerm(term: string): string | undefined {
  if (term.length > MAX_MISS_CHARACTERS || /[@/\\]|www\.|\.\w{2,4}$/i.test(term)) return undefined;
  if (/\p{N}(?:[\s().+-]*\p{N}){3}/u.test(term)) return undefined;
  const words = wordsOf(term);
  if (words.length === 0 || words.length > MAX_MISS_WORDS) return undefined;
  return words.join(' ');
}
