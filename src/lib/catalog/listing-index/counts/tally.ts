import { ComboCounts, countedValuesOf } from '#lib/catalog/listing-index/counts/combo-counts.ts';
import { choiceOf } from '#lib/catalog/listing-index/counts/listing-match.ts';
import type { KindOf, ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type FacetName, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import { type Listed, ListedValues, type ValueCounts } from '#lib/catalog/listing-index/large/fast-counts.ts';
import type { Matches } from '#lib/catalog/listing-index/large/matches.ts';
import { type Bitset, countBits } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';

const LARGE_FRACTION = 8;

/** Products and the facet values to count in them. The counts of a chosen facet ignore its own choice. */
export interface Tally {
  matches: Matches;
  ids: readonly number[];
  values: ValueCounts;
}

export function ownTally(segment: ListingSegment, facets: FacetName[], matches: Matches, kindOf: KindOf): Tally {
  const { ownStarts, ownIds } = segment.columns;
  return tallyOf(segment, facets, matches, kindOf, { starts: ownStarts, ids: ownIds, rare: segment.rare.own });
}

/** `matches` must ignore the chosen variant facets. */
export function variantTally(segment: ListingSegment, filter: ListFilter, matches: Matches, kindOf: KindOf): Tally {
  const { variantStarts, variantIds } = segment.columns;
  if (!VARIANT_FACETS.some((facet) => filter[facet]))
    return tallyOf(segment, VARIANT_FACETS, matches, kindOf, {
      starts: variantStarts,
      ids: variantIds,
      rare: segment.rare.variant,
    });
  const ids = VARIANT_FACETS.flatMap((facet) => segment.idsOf(facet, kindOf));
  return { matches, ids, values: comboCounts(segment, filter, matches.bits) };
}

function tallyOf(
  segment: ListingSegment,
  facets: readonly FacetName[],
  matches: Matches,
  kindOf: KindOf,
  listed: Omit<Listed, 'common'>,
): Tally {
  const ids = facets.flatMap((facet) => segment.idsOf(facet, kindOf));
  const common = segment.commonAmong(ids);
  const rare = common.ids.length < ids.length ? listed.rare : undefined;
  return { matches, ids, values: new ListedValues(segment.byBlock, { ...listed, common, rare }) };
}

function comboCounts(segment: ListingSegment, filter: ListFilter, bits: Bitset): ComboCounts {
  const isLarge = countBits(bits) * LARGE_FRACTION > segment.size;
  const valueAt = countedValuesOf(segment, filter);
  return new ComboCounts(
    segment,
    valueAt,
    segment.valueSets(choiceOf(filter), isLarge, () => valueAt),
  );
}
