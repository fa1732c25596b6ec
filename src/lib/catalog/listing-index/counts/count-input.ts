import { ComboValues, countedValuesOf } from '#lib/catalog/listing-index/counts/combo-values.ts';
import { variantChoiceKey } from '#lib/catalog/listing-index/counts/listing-match.ts';
import type { KindOf, ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type FacetName, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import type { CountInput, Matches } from '#lib/catalog/listing-index/large/large-segment.ts';
import { countBits } from '#lib/catalog/listing-index/positions/bitset.ts';
import { ListedValues } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';

/** There are many matches if more than one product in `PRODUCTS_PER_MATCH` matches. */
const PRODUCTS_PER_MATCH = 8;

/** Returns the input for counting products by their own values, not those of their variants, in the given facets. */
export function productCountInput(
  segment: ListingSegment,
  facets: FacetName[],
  matches: Matches,
  kindOf: KindOf,
): CountInput {
  return listedCountInput(segment, 'productValues', matches, idsOf(segment, facets, kindOf));
}

/**
 * Returns the input for counting products by the values of their variants. `matches` must contain the products that
 * match the filter without its variant facets.
 */
export function variantCountInput(
  segment: ListingSegment,
  filter: ListFilter,
  matches: Matches,
  kindOf: KindOf,
): CountInput {
  const ids = idsOf(segment, VARIANT_FACETS, kindOf);
  if (!VARIANT_FACETS.some((facet) => filter[facet])) return listedCountInput(segment, 'variantValues', matches, ids);
  const valuesOf = countedValuesOf(segment, filter);
  const hasManyMatches = countBits(matches.bits) * PRODUCTS_PER_MATCH > segment.size;
  const fastCounts = segment.largeSegment.comboCounts(variantChoiceKey(filter), valuesOf, hasManyMatches);
  return { matches, ids, values: new ComboValues(segment, valuesOf), fastCounts };
}

function listedCountInput(
  segment: ListingSegment,
  column: 'productValues' | 'variantValues',
  matches: Matches,
  ids: number[],
): CountInput {
  const values = new ListedValues(segment.columns[column]);
  return { matches, ids, values, fastCounts: segment.largeSegment.listedCounts(column, ids) };
}

function idsOf(segment: ListingSegment, facets: readonly FacetName[], kindOf: KindOf): number[] {
  return facets.flatMap((facet) => segment.idsOf(facet, kindOf));
}
