import {
  endOfPhrase,
  type Lexeme,
  type LimitWords,
  lexemesOf,
  type Span,
} from '#lib/catalog/search/limits/term-lexemes.ts';

/** A range of ages in months, inclusive. */
export interface AgeRange {
  fromMonths: number;
  toMonths: number;
}

const MONTHS_PER_YEAR = 12;
/** Larger numbers of months or years are not ages. */
const MAX_COUNT = 100;

/** Returns the first age in a term, such as "2-3 years", "6 months" or "5 saal"; undefined if there is none. */
export function findAge(lexemes: readonly Lexeme[], words: LimitWords): (AgeRange & Span) | undefined {
  for (let index = 0; index < lexemes.length; index++) {
    const lowNumber = lexemes[index]?.value;
    if (lowNumber === undefined) continue;
    const highStart = endOfPhrase(lexemes, index + 1, words.to);
    const highNumber = highStart > index + 1 ? lexemes[highStart]?.value : undefined;
    const unitStart = highNumber === undefined ? index + 1 : highStart + 1;
    const unit = unitAt(lexemes, unitStart, words);
    if (!unit || Math.max(lowNumber, highNumber ?? 0) > MAX_COUNT) continue;
    const to = endOfPhrase(lexemes, unit.end, words.old);
    const bounds = [lowNumber, highNumber ?? lowNumber].map((count) => count * unit.months).toSorted((a, b) => a - b);
    return { from: index, to, fromMonths: bounds[0] ?? 0, toMonths: bounds[1] ?? 0 };
  }
  return undefined;
}

function unitAt(lexemes: readonly Lexeme[], index: number, { years, months }: LimitWords) {
  const [yearsEnd, monthsEnd] = [endOfPhrase(lexemes, index, years), endOfPhrase(lexemes, index, months)];
  if (yearsEnd > index) return { end: yearsEnd, months: MONTHS_PER_YEAR };
  return monthsEnd > index ? { end: monthsEnd, months: 1 } : undefined;
}

/** Returns the range of an age in the catalogue ("2-3 years"); undefined if it has no number with a unit. */
export function ageRangeOf(name: string, words: LimitWords): AgeRange | undefined {
  return findAge(lexemesOf(name), words);
}

/**
 * Returns the ages that equal the requested age; if there are none, all ages that overlap it: two years is in "1-2
 * years" and in "2-3 years".
 */
export function agesFor<Age extends AgeRange>(
  { fromMonths: from, toMonths: to }: AgeRange,
  ages: readonly Age[],
): Age[] {
  const equalAges = ages.filter((age) => age.fromMonths === from && age.toMonths === to);
  if (equalAges.length > 0) return equalAges;
  if (from === to) return ages.filter((age) => age.fromMonths <= from && age.toMonths >= from);
  return ages.filter((age) => age.fromMonths < to && age.toMonths > from);
}
