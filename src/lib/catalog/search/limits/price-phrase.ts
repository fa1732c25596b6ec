import type { LimitWords } from '#lib/catalog/search/limits/limit-words.ts';
import { endOfPhrase, type Lexeme } from '#lib/catalog/search/limits/term-lexemes.ts';

/** Prices in paise, inclusive; `from` and `to` delimit the lexemes of the phrase. */
export interface PricePhrase {
  from: number;
  to: number;
  minPricePaise?: number;
  maxPricePaise?: number;
}

interface Amount {
  rupees: number;
  end: number;
  isMoney: boolean;
}

/** In rupees. Smaller numbers without a currency are not treated as prices. */
const MIN_BARE_PRICE = 10;
const MIN_BARE_RANGE = 100;
const MAX_RUPEES = 100_000_000;
const THOUSAND = 1_000;

/** The first price of a term: "under 1000", "₹500", "500-1000", "1000 se kam", "between 2k and 3k". */
export function findPrice(lexemes: readonly Lexeme[], words: LimitWords): PricePhrase | undefined {
  for (let at = 0; at < lexemes.length; at++) {
    const phrase = rangeAt(lexemes, at, words) ?? boundAt(lexemes, at, words);
    if (phrase) return phrase;
  }
  return undefined;
}

function rangeAt(lexemes: readonly Lexeme[], at: number, words: LimitWords): PricePhrase | undefined {
  const start = endOfPhrase(lexemes, at, words.between);
  const low = amountAt(lexemes, start, words);
  if (!low) return undefined;
  const middle = endOfPhrase(lexemes, low.end, words.to);
  const high = middle > low.end ? amountAt(lexemes, middle, words) : undefined;
  if (!high) return undefined;
  const isMoney = low.isMoney || high.isMoney || Math.min(low.rupees, high.rupees) >= MIN_BARE_RANGE;
  if (!isMoney || low.rupees === high.rupees) return undefined;
  const [min, max] = [Math.min(low.rupees, high.rupees), Math.max(low.rupees, high.rupees)];
  const to = endOfPhrase(lexemes, high.end, words.between);
  return { from: at, to, minPricePaise: paiseOf(min), maxPricePaise: paiseOf(max) };
}

/**
 * The words for a bound precede the amount in English, and follow it in most Indian languages. An amount of money
 * without such a word, such as "₹500", is a maximum.
 */
function boundAt(lexemes: readonly Lexeme[], at: number, words: LimitWords): PricePhrase | undefined {
  const [belowEnd, aboveEnd] = [endOfPhrase(lexemes, at, words.below), endOfPhrase(lexemes, at, words.above)];
  const start = Math.max(belowEnd, aboveEnd);
  const amount = amountAt(lexemes, start, words);
  if (!amount) return undefined;
  const { rupees, end, isMoney } = amount;
  if (!isMoney && rupees < MIN_BARE_PRICE) return undefined;
  const price = paiseOf(rupees);
  if (start > at)
    return belowEnd > at ? { from: at, to: end, maxPricePaise: price } : { from: at, to: end, minPricePaise: price };
  const [below, above] = [endOfPhrase(lexemes, end, words.below), endOfPhrase(lexemes, end, words.above)];
  if (above > below) return { from: at, to: above, minPricePaise: price };
  if (below > end || isMoney) return { from: at, to: below, maxPricePaise: price };
  return undefined;
}

/** Undefined if the number counts something else: "5 years", "2 metre". */
function amountAt(lexemes: readonly Lexeme[], start: number, words: LimitWords): Amount | undefined {
  let at = afterCurrency(lexemes, start, words);
  const value = lexemes[at]?.value;
  if (value === undefined) return undefined;
  let isMoney = at > start;
  const thousands = endOfPhrase(lexemes, ++at, words.thousand);
  const rupees = thousands > at ? value * THOUSAND : value;
  isMoney ||= thousands > at;
  at = thousands;
  if (lexemes[at]?.text === '/' && lexemes[at + 1]?.text === '-') {
    at += 2;
    isMoney = true;
  }
  const end = afterCurrency(lexemes, at, words);
  isMoney ||= end > at;
  const hasOtherUnit = endOfPhrase(lexemes, end, words.otherUnits) > end;
  return hasOtherUnit || rupees <= 0 || rupees > MAX_RUPEES ? undefined : { rupees, end, isMoney };
}

function afterCurrency(lexemes: readonly Lexeme[], at: number, { currency }: LimitWords): number {
  const end = endOfPhrase(lexemes, at, currency);
  return end > at && lexemes[end]?.text === '.' ? end + 1 : end;
}

function paiseOf(rupees: number): number {
  return Math.round(rupees * 100);
}
