import type { PriceBounds } from '#lib/catalog/listing/price-range.ts';
import { priceText, wholeRupeesText } from '#lib/shop/money/price-text.ts';

/** Returns a text such as "₹500 to ₹1,000". Bounds are inclusive: a maximum of ₹999.99 is shown as "Under ₹1,000". */
export function priceRangeText({ minPricePaise: min, maxPricePaise: max }: PriceBounds): string {
  if (min === undefined && max === undefined) return 'Any price';
  if (min === undefined) return isWhole(max! + 1) ? `Under ${shortPrice(max! + 1)}` : `Up to ${shortPrice(max!)}`;
  if (max === undefined) return isWhole(min - 1) ? `Over ${shortPrice(min - 1)}` : `${shortPrice(min)} and above`;
  return min === max ? shortPrice(min) : `${shortPrice(min)} to ${shortPrice(max)}`;
}

/** Returns a price without paise if it is a whole number of rupees. */
export function shortPrice(paise: number): string {
  return isWhole(paise) ? wholeRupeesText(paise) : priceText(paise);
}

function isWhole(paise: number): boolean {
  return paise % 100 === 0;
}
