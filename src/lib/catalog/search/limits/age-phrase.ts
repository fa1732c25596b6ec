import type { LimitWords } from '#lib/catalog/search/limits/limit-words.ts';
import { endOfPhrase, type Lexeme, lexemesOf } from '#lib/catalog/search/limits/term-lexemes.ts';

/** In months, inclusive. */
export interface AgeRange {
  fromMonths: number;
  toMonths: number;
}

/** `from` and `to` delimit the lexemes of the phrase. */
export interface AgePhrase extends AgeRange {
  from: number;
  to: number;
}

const MONTHS_PER_YEAR = 12;
/** Larger numbers of months or years are not ages. */
const MAX_COUNT = 100;

/** The first age of a term: "2-3 years", "6 months", "2 year old", "5 saal". */
export function findAge(lexemes: readonly Lexeme[], words: LimitWords): AgePhrase | undefined {
  for (let at = 0; at < lexemes.length; at++) {
    const low = lexemes[at]?.value;
    if (low === undefined) continue;
    const middle = endOfPhrase(lexemes, at + 1, words.to);
    const high = middle > at + 1 ? lexemes[middle]?.value : undefined;
    const unitStart = high === undefined ? at + 1 : middle + 1;
    const unit = unitAt(lexemes, unitStart, words);
    if (!unit || Math.max(low, high ?? 0) > MAX_COUNT) continue;
    const to = endOfPhrase(lexemes, unit.end, words.old);
    const ends = [low, high ?? low].map((count) => count * unit.months).toSorted((a, b) => a - b);
    return { from: at, to, fromMonths: ends[0] ?? 0, toMonths: ends[1] ?? 0 };
  }
  return undefined;
}

function unitAt(
  lexemes: readonly Lexeme[],
  at: number,
  { years, months }: LimitWords,
): { end: number; months: number } | undefined {
  const [inYears, inMonths] = [endOfPhrase(lexemes, at, years), endOfPhrase(lexemes, at, months)];
  if (inYears > at) return { end: inYears, months: MONTHS_PER_YEAR };
  return inMonths > at ? { end: inMonths, months: 1 } : undefined;
}

/** The range of an age in the catalogue ("2-3 years"); undefined if it has no number with a unit. */
export function ageRangeOf(name: string, words: LimitWords): AgeRange | undefined {
  return findAge(lexemesOf(name), words);
}

/**
 * The ages equal to the requested one. If there are none, all that overlap it: two years is in "1-2 years" and in "2-3
 * years".
 */
export function agesFor<Age extends AgeRange>(
  { fromMonths: from, toMonths: to }: AgeRange,
  ages: readonly Age[],
): Age[] {
  const same = ages.filter((age) => age.fromMonths === from && age.toMonths === to);
  if (same.length > 0) return same;
  if (from === to) return ages.filter((age) => age.fromMonths <= from && age.toMonths >= from);
  return ages.filter((age) => age.fromMonths < to && age.toMonths > from);
}
