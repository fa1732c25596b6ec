import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';

/** The lowest and the highest price, in paise, inclusive. An undefined bound does not limit prices. */
export type PriceBounds = Pick<ListQuery, 'minPricePaise' | 'maxPricePaise'>;

/** The lowest and the highest step of the price filter. Choosing both sets no filter (product.md, "Listing"). */
export interface PriceRange {
  lowestPaise: number;
  highestPaise: number;
}

/** Returns the bounds of a price filter, in the right order; no bounds if they are the whole range. */
export function priceBounds(
  min: number | undefined,
  max: number | undefined,
  { lowestPaise, highestPaise }: PriceRange,
): PriceBounds {
  // Without JavaScript, the bounds can be chosen in the wrong order.
  const isReversed = min !== undefined && max !== undefined && min > max;
  const [from, to] = isReversed ? [max, min] : [min, max];
  if (from === lowestPaise && to === highestPaise) return {};
  return { minPricePaise: from, maxPricePaise: to };
}

export function pricesUnder({ lowestPaise }: PriceRange): PriceBounds {
  return { maxPricePaise: lowestPaise - 1 };
}

export function pricesOver({ highestPaise }: PriceRange): PriceBounds {
  return { minPricePaise: highestPaise + 1 };
}

export function hasSameBounds(a: PriceBounds, b: PriceBounds): boolean {
  return a.minPricePaise === b.minPricePaise && a.maxPricePaise === b.maxPricePaise;
}
