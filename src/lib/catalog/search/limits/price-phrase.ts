import { endOfPhrase, type Lexeme, type LimitWords, type Span } from '#lib/catalog/search/limits/term-lexemes.ts';

/** The limits on price in a term, in paise, inclusive. */
interface PricePhrase extends Span {
  minPricePaise?: number;
  maxPricePaise?: number;
}

/** A number that is not marked as money is treated as a price only from this number on. */
const MIN_BARE_RUPEES = 10;
/** A range of numbers that are not marked as money is treated as a price range only if it begins at this or above. */
const MIN_BARE_RANGE_RUPEES = 100;
const MAX_RUPEES = 100_000_000;
const THOUSAND = 1_000;

/** Returns the first price in a term, such as "under 1000", "₹500" or "1000 se kam"; undefined if there is none. */
export function findPrice(lexemes: readonly Lexeme[], words: LimitWords): PricePhrase | undefined {
  for (let index = 0; index < lexemes.length; index++) {
    const phrase = rangeAt(lexemes, index, words) ?? boundAt(lexemes, index, words);
    if (phrase) return phrase;
  }
  return undefined;
}

function rangeAt(lexemes: readonly Lexeme[], index: number, words: LimitWords): PricePhrase | undefined {
  const start = endOfPhrase(lexemes, index, words.between);
  const lowAmount = amountAt(lexemes, start, words);
  if (!lowAmount) return undefined;
  const highStart = endOfPhrase(lexemes, lowAmount.end, words.to);
  const highAmount = highStart > lowAmount.end ? amountAt(lexemes, highStart, words) : undefined;
  if (!highAmount) return undefined;
  const isPrice =
    lowAmount.isMoney || highAmount.isMoney || Math.min(lowAmount.rupees, highAmount.rupees) >= MIN_BARE_RANGE_RUPEES;
  if (!isPrice || lowAmount.rupees === highAmount.rupees) return undefined;
  const [min, max] = [Math.min(lowAmount.rupees, highAmount.rupees), Math.max(lowAmount.rupees, highAmount.rupees)];
  const to = endOfPhrase(lexemes, highAmount.end, words.between);
  return { from: index, to, minPricePaise: paiseOf(min), maxPricePaise: paiseOf(max) };
}

/**
 * Returns a bound on the price; undefined if none begins at `index`. The words for a bound precede the amount in
 * English, and follow it in most Indian languages. An amount of money without such words, like "₹500", is a maximum.
 */
function boundAt(lexemes: readonly Lexeme[], index: number, words: LimitWords): PricePhrase | undefined {
  const [leadingBelowEnd, leadingAboveEnd] = [
    endOfPhrase(lexemes, index, words.below),
    endOfPhrase(lexemes, index, words.above),
  ];
  const start = Math.max(leadingBelowEnd, leadingAboveEnd);
  const amount = amountAt(lexemes, start, words);
  if (!amount) return undefined;
  const { rupees, end, isMoney } = amount;
  if (!isMoney && rupees < MIN_BARE_RUPEES) return undefined;
  const pricePaise = paiseOf(rupees);
  if (start > index)
    return leadingBelowEnd > index
      ? { from: index, to: end, maxPricePaise: pricePaise }
      : { from: index, to: end, minPricePaise: pricePaise };
  const [trailingBelowEnd, trailingAboveEnd] = [
    endOfPhrase(lexemes, end, words.below),
    endOfPhrase(lexemes, end, words.above),
  ];
  if (trailingAboveEnd > trailingBelowEnd) return { from: index, to: trailingAboveEnd, minPricePaise: pricePaise };
  if (trailingBelowEnd > end || isMoney) return { from: index, to: trailingBelowEnd, maxPricePaise: pricePaise };
  return undefined;
}

/**
 * Returns the amount at `start`, the index of the first lexeme after the amount, and whether it is marked as money:
 * with a currency, a word for thousand, or "/-". Returns undefined if there is none, or if the number counts something
 * else: "5 years".
 */
function amountAt(lexemes: readonly Lexeme[], start: number, words: LimitWords) {
  let index = afterCurrency(lexemes, start, words);
  const value = lexemes[index]?.value;
  if (value === undefined) return undefined;
  let isMoney = index > start;
  const thousandsEnd = endOfPhrase(lexemes, ++index, words.thousand);
  const rupees = thousandsEnd > index ? value * THOUSAND : value;
  isMoney ||= thousandsEnd > index;
  index = thousandsEnd;
  if (lexemes[index]?.text === '/' && lexemes[index + 1]?.text === '-') {
    index += 2;
    isMoney = true;
  }
  const end = afterCurrency(lexemes, index, words);
  isMoney ||= end > index;
  const hasOtherUnit = endOfPhrase(lexemes, end, words.otherUnits) > end;
  return hasOtherUnit || rupees <= 0 || rupees > MAX_RUPEES ? undefined : { rupees, end, isMoney };
}

function afterCurrency(lexemes: readonly Lexeme[], index: number, { currency }: LimitWords): number {
  const end = endOfPhrase(lexemes, index, currency);
  return end > index && lexemes[end]?.text === '.' ? end + 1 : end;
}

function paiseOf(rupees: number): number {
  return Math.round(rupees * 100);
}
