import type { NamedValue } from '#lib/catalog/products/catalog.ts';
import { type AgeRange, agesFor, findAge } from '#lib/catalog/search/limits/age-phrase.ts';
import { findPrice } from '#lib/catalog/search/limits/price-phrase.ts';
import { findSize } from '#lib/catalog/search/limits/size-phrase.ts';
import {
  type Lexeme,
  type LimitWords,
  lexemesOf,
  type Span,
  splitJoinedWords,
} from '#lib/catalog/search/limits/term-lexemes.ts';

/** The sizes and ages of the catalogue. */
export interface CatalogueLimits {
  sizes: readonly NamedValue[];
  ages: readonly (NamedValue & AgeRange)[];
}

/** The limits on price, size and age in a term, and the rest of the term. Prices are in paise, inclusive. */
export interface TermLimits {
  rest: string;
  minPricePaise?: number;
  maxPricePaise?: number;
  size: NamedValue[];
  age: NamedValue[];
}

/** Returns the limits in a term; undefined if there are none. Sizes and ages that no product has remain in `rest`. */
export function readLimits(term: string, words: LimitWords, catalogue: CatalogueLimits): TermLimits | undefined {
  const limits: TermLimits = { rest: term, size: [], age: [] };
  let lexemes = lexemesOf(term);
  const splitLexemes = splitJoinedWords(lexemes, words.currency, [...words.below, ...words.above, ...words.to]);
  const price = findPrice(splitLexemes, words);
  if (price) {
    const { from, to, ...prices } = price;
    Object.assign(limits, prices);
    limits.rest = withoutSpan(term, splitLexemes, { from, to });
    lexemes = lexemesOf(limits.rest);
  }
  const requestedAge = findAge(lexemes, words);
  limits.age = requestedAge ? agesFor(requestedAge, catalogue.ages) : [];
  if (requestedAge && limits.age.length > 0) {
    limits.rest = withoutSpan(limits.rest, lexemes, requestedAge);
    lexemes = lexemesOf(limits.rest);
  }
  const size = findSize(limits.rest, lexemes, words, catalogue.sizes);
  if (size) {
    limits.size = size.sizes;
    limits.rest = withoutSpan(limits.rest, lexemes, size);
  }
  return price || limits.age.length > 0 || size ? limits : undefined;
}

function withoutSpan(term: string, lexemes: readonly Lexeme[], { from, to }: Span): string {
  const [textBefore, textAfter] = [term.slice(0, lexemes[from]?.start), term.slice(lexemes[to - 1]?.end)];
  const remainingTerm = `${textBefore} ${textAfter}`.replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(remainingTerm) ? remainingTerm : '';
}
