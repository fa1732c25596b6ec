import { letterRank } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import type { NamedValue } from '#lib/catalog/products/catalog.ts';
import {
  endOfPhrase,
  isAlone,
  type Lexeme,
  type LimitWords,
  type Span,
} from '#lib/catalog/search/limits/term-lexemes.ts';

/** The sizes that a phrase in a term names. */
interface SizePhrase extends Span {
  sizes: NamedValue[];
}

/** The largest number of lexemes in a size, as in "extra extra large". */
const MAX_SIZE_LEXEMES = 3;

/** Returns the first size in a term that the catalogue contains, such as "size 38" or "XL". */
export function findSize(
  term: string,
  lexemes: readonly Lexeme[],
  words: LimitWords,
  catalogueSizes: readonly NamedValue[],
): SizePhrase | undefined {
  for (let index = 0; index < lexemes.length; index++) {
    for (let length = Math.min(MAX_SIZE_LEXEMES, lexemes.length - index); length > 0; length--) {
      const phrase = sizeAt(term, lexemes, { from: index, to: index + length }, words, catalogueSizes);
      if (phrase) return phrase;
    }
  }
  return undefined;
}

/**
 * Returns any size next to the word "size"; elsewhere, only letters and words, because "38" may mean something else.
 */
function sizeAt(
  term: string,
  lexemes: readonly Lexeme[],
  { from, to }: Span,
  words: LimitWords,
  catalogueSizes: readonly NamedValue[],
): SizePhrase | undefined {
  if (!isAlone(term, lexemes, from, to)) return undefined;
  const leadingWordEnd = endOfPhrase(lexemes, from, words.size);
  if (leadingWordEnd > from && leadingWordEnd < to) {
    const sizes = sizesNamed(textOf(term, lexemes, leadingWordEnd, to), words, catalogueSizes);
    return sizes.length > 0 ? { from, to, sizes } : undefined;
  }
  const trailingWordEnd = endOfPhrase(lexemes, to, words.size);
  const text = textOf(term, lexemes, from, to);
  const followsNumber = lexemes[from - 1]?.value !== undefined;
  const isNextToSizeWord = trailingWordEnd > to || (to - from > 1 && endOfPhrase(lexemes, to - 1, words.size) === to);
  if (!isNextToSizeWord && (followsNumber || !isLetterSize(text, words))) return undefined;
  const sizes = sizesNamed(text, words, catalogueSizes);
  return sizes.length > 0 ? { from, to: trailingWordEnd, sizes } : undefined;
}

function textOf(term: string, lexemes: readonly Lexeme[], from: number, to: number): string {
  return term.slice(lexemes[from]?.start, lexemes[to - 1]?.end).toLowerCase();
}

function isLetterSize(text: string, { sizes }: LimitWords): boolean {
  return letterRank(text) !== undefined || (!/\p{Nd}/u.test(text) && sizes.has(valueSlug(text)));
}

/** Returns the sizes with this name in the catalogue; if there are none, those to which the word list maps the name. */
function sizesNamed(text: string, words: LimitWords, catalogueSizes: readonly NamedValue[]): NamedValue[] {
  const sameSizes = equalSizes(text, catalogueSizes);
  if (sameSizes.length > 0) return sameSizes;
  return (words.sizes.get(valueSlug(text)) ?? []).flatMap((name) => equalSizes(name, catalogueSizes));
}

function equalSizes(text: string, catalogueSizes: readonly NamedValue[]): NamedValue[] {
  const [rank, slug] = [letterRank(text), valueSlug(text)];
  return catalogueSizes.filter((size) => size.slug === slug || (rank !== undefined && letterRank(size.name) === rank));
}
