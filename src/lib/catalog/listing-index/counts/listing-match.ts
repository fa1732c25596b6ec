import type { ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type FacetName, PRODUCT_FACETS, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import {
  type Bitset,
  clearBit,
  fullBitset,
  intersectInto,
  intersection,
  listBits,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { type Combo, comboValuesAt } from '#lib/catalog/listing-index/segment/listing-tokens.ts';

/** Matches at any price. `without` returns the matches of the filter without some facets, which many lists share. */
export function matchOf(
  segment: ListingSegment,
  filter: ListFilter,
  without: (...facets: FacetName[]) => Bitset,
): Bitset {
  const facet = PRODUCT_FACETS.find((one) => filter[one]);
  if (facet) return intersection(without(facet), segment.union(filter[facet] ?? []));
  if (VARIANT_FACETS.some((one) => filter[one])) {
    const matches = segment.variantMatch(choiceOf(filter), () => allVariantMatches(segment, filter));
    return intersection(without(...VARIANT_FACETS), matches);
  }
  return filter.hits ? intersection(segment.alive, segment.searchMatches(filter.hits).bits) : segment.alive.slice();
}

/** For each combination, one bit per chosen facet that it fails, in the order of VARIANT_FACETS. */
export function missesOf(combos: Combo[], filter: ListFilter): Uint8Array {
  const chosen = VARIANT_FACETS.map((facet) => filter[facet] && new Set(filter[facet]));
  const fails = (combo: Combo, at: number) =>
    chosen[at] !== undefined && !comboValuesAt(combo, at).some((id) => chosen[at]?.has(id));
  return Uint8Array.from(combos, (combo) =>
    chosen.reduce((miss, _, at) => (fails(combo, at) ? miss | (1 << at) : miss), 0),
  );
}

/** Products with one variant that has every choice, including removed products. */
function allVariantMatches(segment: ListingSegment, filter: ListFilter): Bitset {
  const candidates = fullBitset(segment.size);
  for (const facet of VARIANT_FACETS) if (filter[facet]) intersectInto(candidates, segment.union(filter[facet]));
  if (VARIANT_FACETS.filter((facet) => filter[facet]).length === 1) return candidates;
  const { combos, combosOf } = segment.columns;
  const misses = missesOf(combos, filter);
  for (const position of listBits(candidates)) {
    const end = combosOf.starts[position + 1]!;
    let at = combosOf.starts[position]!;
    while (at < end && misses[combosOf.values[at]!] !== 0) at++;
    if (at === end) clearBit(candidates, position);
  }
  return candidates;
}

/** The cache key of the variant facets of a filter. */
export function choiceOf(filter: ListFilter): string {
  return JSON.stringify(VARIANT_FACETS.map((facet) => filter[facet] ?? null));
}
