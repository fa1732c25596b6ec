import type { ListQuery } from '#lib/catalog/listing-index/facets/facets.ts';

/** In paise, both included. Without an end it is open on that side. */
export type PriceEnds = Pick<ListQuery, 'minPricePaise' | 'maxPricePaise'>;

/** What the price filter reaches; chosen whole it is no filter at all (product.md, "Listing"). */
export interface PriceRange {
  lowestPaise: number;
  highestPaise: number;
}

export function priceEnds(
  min: number | undefined,
  max: number | undefined,
  { lowestPaise, highestPaise }: PriceRange,
): PriceEnds {
  // Without a script the two ends can be chosen the wrong way round.
  const isTurned = min !== undefined && max !== undefined && min > max;
  const [from, to] = isTurned ? [max, min] : [min, max];
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
