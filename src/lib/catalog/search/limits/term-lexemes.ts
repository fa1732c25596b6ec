import { valueSlug } from '#lib/catalog/listing-index/facets/value-slug.ts';
import type { LimitWordLists } from '#lib/catalog/search/limits/search-limits.schema.ts';
import { foldWord } from '#lib/catalog/search/words/fold-word.ts';

/** A word, number or sign of a search term. `text` is in lower case; `start` and `end` are offsets in the term. */
export interface Lexeme {
  text: string;
  /** The folded text; if `splitJoinedWords` split the word, only the folded text of this part. */
  folded: string;
  start: number;
  end: number;
  /** The value of a number, whose digits may be of any script; undefined for words and signs. */
  value?: number;
}

/** Delimits the lexemes of a phrase in a term. */
export interface Span {
  from: number;
  to: number;
}

/** The folded words of a phrase. */
export type Phrase = readonly string[];

const LEXEME = /\p{Nd}[\p{Nd},]*(?:\.\p{Nd}+)?|[\p{L}\p{M}]+|[^\s]/gu;
const INDIC_FROM = 0x900;
const INDIC_TO = 0xd7f;
/**
 * The last hexadecimal digit of the code point of the digit zero in Indic scripts. In Latin and Arabic script, it is 0.
 */
const INDIC_ZERO = 6;
const MIN_HEAD_LENGTH = 3;

export function lexemesOf(term: string): Lexeme[] {
  return [...term.matchAll(LEXEME)].map(({ 0: raw, index }) => {
    const text = raw.toLowerCase();
    const value = /^\p{Nd}/u.test(raw) ? numberOf(raw) : undefined;
    const lexeme = { text, folded: foldWord(text), start: index, end: index + raw.length };
    return value === undefined ? lexeme : { ...lexeme, value };
  });
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(',', '').replace(/\p{Nd}/gu, (digit) => String(digitValue(digit))));
}

function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  return (code % 16) - (code >= INDIC_FROM && code <= INDIC_TO ? INDIC_ZERO : 0);
}

export function phraseOf(text: string): Phrase {
  return lexemesOf(text).map(({ folded }) => folded);
}

/** Returns the end of the longest of `phrases` that begins at `start`; `start` if none begins there. */
export function endOfPhrase(lexemes: readonly Lexeme[], start: number, phrases: readonly Phrase[]): number {
  let end = start;
  for (const phrase of phrases) {
    const isMatch = phrase.every((word, offset) => lexemes[start + offset]?.folded === word);
    if (isMatch) end = Math.max(end, start + phrase.length);
  }
  return end;
}

/**
 * Returns whether these lexemes are delimited by spaces, commas or the ends of the term: "XL" is alone in "shirt XL",
 * but not in "AB-XL".
 */
export function isAlone(term: string, lexemes: readonly Lexeme[], from: number, to: number): boolean {
  const previousCharacter = term[(lexemes[from]?.start ?? 0) - 1] ?? ' ';
  const nextCharacter = term[lexemes[to - 1]?.end ?? term.length] ?? ' ';
  return /[\s,]/.test(previousCharacter) && /[\s,]/.test(nextCharacter);
}

/** Splits joined words into a word of `heads` and a word of `tails`: "ரூபாய்க்குள்" is a currency with a bound. */
export function splitJoinedWords(
  lexemes: readonly Lexeme[],
  heads: readonly Phrase[],
  tails: readonly Phrase[],
): Lexeme[] {
  return lexemes.flatMap((lexeme) => {
    const { folded, end, value } = lexeme;
    if (value !== undefined) return [lexeme];
    for (const [head = '', ...otherWords] of heads) {
      if (otherWords.length > 0 || head.length < MIN_HEAD_LENGTH || !folded.startsWith(head)) continue;
      const tailText = folded.slice(head.length);
      const isTail = tails.some((tail) => tail.length === 1 && tail[0] === tailText);
      if (isTail)
        return [
          { ...lexeme, folded: head },
          { text: tailText, folded: tailText, start: end, end },
        ];
    }
    return [lexeme];
  });
}

export interface LimitWords extends Record<Exclude<keyof LimitWordLists, 'sizes' | 'measures'>, readonly Phrase[]> {
  /** Units after which a number is not a price. */
  otherUnits: readonly Phrase[];
  /** Names of sizes, by the slug of the text that people type for them. */
  sizes: ReadonlyMap<string, readonly string[]>;
}

export function limitWords(lists: LimitWordLists): LimitWords {
  const { sizes, measures, ...otherLists } = lists;
  const phrases = (list: readonly string[]) => list.map(phraseOf);
  return {
    below: phrases(otherLists.below),
    above: phrases(otherLists.above),
    between: phrases(otherLists.between),
    to: phrases(otherLists.to),
    currency: phrases(otherLists.currency),
    thousand: phrases(otherLists.thousand),
    years: phrases(otherLists.years),
    months: phrases(otherLists.months),
    old: phrases(otherLists.old),
    size: phrases(otherLists.size),
    otherUnits: phrases([...otherLists.years, ...otherLists.months, ...measures]),
    sizes: sizesByTerm(sizes),
  };
}

/** Returns the names of sizes by the slug of each term, from lines such as "38, thirty eight > M". */
function sizesByTerm(lines: readonly string[]): Map<string, string[]> {
  const namesByTerm = new Map<string, string[]>();
  for (const line of lines) {
    const [terms = [], sizes = []] = line.split('>').map((side) => side.split(',').map((text) => text.trim()));
    for (const term of terms) namesByTerm.set(valueSlug(term), [...(namesByTerm.get(valueSlug(term)) ?? []), ...sizes]);
  }
  return namesByTerm;
}
