import { wordsOf } from '#lib/search/word-fields.ts';

export const MISS_CHARACTERS = 40;
const MISS_WORDS = 4;

/**
 * What is noted of a search that found nothing: its words in small letters, or nothing where it may say who somebody is:
 * numbers of phones and orders, mail addresses, links, and texts as long as a postal address.
 */
export function missNote(term: string): string | undefined {
  if (term.length > MISS_CHARACTERS || /[@/\\]|www\.|\.\w{2,4}$/i.test(term)) return undefined;
  if (/\p{N}(?:[\s().+-]*\p{N}){3}/u.test(term)) return undefined;
  const words = wordsOf(term);
  if (words.length === 0 || words.length > MISS_WORDS) return undefined;
  return words.join(' ');
}
