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

/**
 * Returns the products that match a filter, whatever their price. `without` returns the matches of the filter without
 * the given facets; many lists share these matches.
 */
export function matchOf(
  segment: ListingSegment,
  filter: ListFilter,
  without: (...facets: FacetName[]) => Bitset,
): Bitset {
  const facet = PRODUCT_FACETS.find((name) => filter[name]);
  if (facet) return intersection(without(facet), segment.union(filter[facet] ?? []));
  if (VARIANT_FACETS.some((name) => filter[name])) {
    const matches = segment.variantMatch(variantChoiceKey(filter), () => allVariantMatches(segment, filter));
    return intersection(without(...VARIANT_FACETS), matches);
  }
  return filter.hits
    ? intersection(segment.aliveBits, segment.searchMatches(filter.hits).bits)
    : segment.aliveBits.slice();
}

/**
 * Returns a byte for each combination. Bit `n` is set if the combination does not match the choice in the facet
 * `VARIANT_FACETS[n]`.
 */
export function missesOf(combos: Combo[], filter: ListFilter): Uint8Array {
  const chosenIds = VARIANT_FACETS.map((facet) => filter[facet] && new Set(filter[facet]));
  const isMiss = (combo: Combo, facetIndex: number) =>
    chosenIds[facetIndex] !== undefined &&
    !comboValuesAt(combo, facetIndex).some((id) => chosenIds[facetIndex]?.has(id));
  return Uint8Array.from(combos, (combo) =>
    chosenIds.reduce((miss, _, facetIndex) => (isMiss(combo, facetIndex) ? miss | (1 << facetIndex) : miss), 0),
  );
}

/** Returns the products with a variant that matches the choices in all variant facets, including removed products. */
function allVariantMatches(segment: ListingSegment, filter: ListFilter): Bitset {
  const candidates = fullBitset(segment.size);
  for (const facet of VARIANT_FACETS) if (filter[facet]) intersectInto(candidates, segment.union(filter[facet]));
  if (VARIANT_FACETS.filter((facet) => filter[facet]).length === 1) return candidates;
  const { combos, combosOf } = segment.columns;
  const misses = missesOf(combos, filter);
  for (const position of listBits(candidates)) {
    const end = combosOf.starts[position + 1]!;
    let comboIndex = combosOf.starts[position]!;
    while (comboIndex < end && misses[combosOf.values[comboIndex]!] !== 0) comboIndex++;
    if (comboIndex === end) clearBit(candidates, position);
  }
  return candidates;
}

/** Returns the cache key of the variant facets of a filter. */
export function variantChoiceKey(filter: ListFilter): string {
  return JSON.stringify(VARIANT_FACETS.map((facet) => filter[facet] ?? null));
}
