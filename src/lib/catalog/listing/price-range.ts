import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';

/** In paise, inclusive. An undefined end is open. */
export type PriceEnds = Pick<ListQuery, 'minPricePaise' | 'maxPricePaise'>;

/** The range of the price filter. The whole range does not filter (product.md, "Listing"). */
export interface PriceRange {
  lowestPaise: number;
  highestPaise: number;
}

export function priceEnds(
  min: number | undefined,
  max: number | undefined,
  { lowestPaise, highestPaise }: PriceRange,
): PriceEnds {
  // Without JavaScript, the ends can be chosen in the wrong order.
  const isReversed = min !== undefined && max !== undefined && min > max;
  const [from, to] = isReversed ? [max, min] : [min, max];
  if (from === lowestPaise && to === highestPaise) return {};
  return { ...(from === undefined ? {} : { minPricePaise: from }), ...(to === undefined ? {} : { maxPricePaise: to }) };
}

export function pricesUnder({ lowestPaise }: PriceRange): PriceEnds {
  return { maxPricePaise: lowestPaise - 1 };
}

export function pricesOver({ highestPaise }: PriceRange): PriceEnds {
  return { minPricePaise: highestPaise + 1 };
}

export function isSamePrice(a: PriceEnds, b: PriceEnds): boolean {
  return a.minPricePaise === b.minPricePaise && a.maxPricePaise === b.maxPricePaise;
}
