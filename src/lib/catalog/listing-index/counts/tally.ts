import { ComboValues, countedValuesOf } from '#lib/catalog/listing-index/counts/combo-values.ts';
import { choiceOf } from '#lib/catalog/listing-index/counts/listing-match.ts';
import type { KindOf, ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type FacetName, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import type { Matches, Tally } from '#lib/catalog/listing-index/large/large-segment.ts';
import { countBits } from '#lib/catalog/listing-index/positions/bitset.ts';
import { ListedValues } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';

/** Matches are many if they are more than one in this many products. */
const MANY_RATIO = 8;

/** For counting the products' own values of some facets. */
export function ownTally(segment: ListingSegment, facets: FacetName[], matches: Matches, kindOf: KindOf): Tally {
  return listedTally(segment, 'own', matches, idsOf(segment, facets, kindOf));
}

/** For counting the values of variants. `matches` must ignore the chosen variant facets. */
export function variantTally(segment: ListingSegment, filter: ListFilter, matches: Matches, kindOf: KindOf): Tally {
  const ids = idsOf(segment, VARIANT_FACETS, kindOf);
  if (!VARIANT_FACETS.some((facet) => filter[facet])) return listedTally(segment, 'variants', matches, ids);
  const valuesOf = countedValuesOf(segment, filter);
  const isForMany = countBits(matches.bits) * MANY_RATIO > segment.size;
  const fast = segment.large.comboCounts(choiceOf(filter), valuesOf, isForMany);
  return { matches, ids, values: new ComboValues(segment, valuesOf), fast };
}

function listedTally(segment: ListingSegment, column: 'own' | 'variants', matches: Matches, ids: number[]): Tally {
  const values = new ListedValues(segment.columns[column]);
  return { matches, ids, values, fast: segment.large.listedCounts(column, ids) };
}

function idsOf(segment: ListingSegment, facets: readonly FacetName[], kindOf: KindOf): number[] {
  return facets.flatMap((facet) => segment.idsOf(facet, kindOf));
}
