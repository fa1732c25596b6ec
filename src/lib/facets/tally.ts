import { type Bitset, countBits } from '#lib/facets/bitset.ts';
import { ComboCounts, countedValuesOf } from '#lib/facets/combo-counts.ts';
import type { ListFilter } from '#lib/facets/facet-values.ts';
import { PRODUCT_FACETS, VARIANT_FACETS } from '#lib/facets/facets.ts';
import { choiceOf, type ListMatch } from '#lib/facets/listing-match.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import { ListedValues, type ValueCounts } from '#lib/facets/value-counts.ts';

const LARGE_PART = 8;

export type KindOf = (valueId: number) => string | undefined;

/** Some products of a list, and the values whose counts they give: those of a chosen facet leave the choice out. */
export interface Tally {
  bits: Bitset;
  ids: readonly number[];
  values: ValueCounts;
}

export function talliesOf(segment: ListingSegment, filter: ListFilter, list: ListMatch, kindOf: KindOf): Tally[] {
  const chosen = PRODUCT_FACETS.filter((facet) => filter[facet]);
  const rest = PRODUCT_FACETS.filter((facet) => !filter[facet]);
  const { ownStarts, ownIds, variantStarts, variantIds } = segment.columns;
  const idsOf = (kinds: readonly string[]) => [...segment.valueIds()].filter((id) => kinds.includes(kindOf(id) ?? ''));
  const tally = (bits: Bitset, kinds: readonly string[], starts: Uint32Array, listed: Uint32Array): Tally => {
    const ids = idsOf(kinds);
    const common = segment.commonAmong(ids);
    const isAnyRare = common.ids.length < ids.length;
    const rare = isAnyRare ? segment.rare[listed === ownIds ? 'own' : 'variant'] : undefined;
    return { bits, ids, values: new ListedValues(segment.byBlock, { starts, ids: listed, common, rare }) };
  };
  return [
    ...chosen.map((facet) => tally(list.without(facet), [facet], ownStarts, ownIds)),
    tally(list.match, rest, ownStarts, ownIds),
    VARIANT_FACETS.some((facet) => filter[facet])
      ? { bits: list.anyVariant, ids: idsOf(VARIANT_FACETS), values: comboCounts(segment, filter, list.anyVariant) }
      : tally(list.match, VARIANT_FACETS, variantStarts, variantIds),
  ];
}

function comboCounts(segment: ListingSegment, filter: ListFilter, bits: Bitset): ComboCounts {
  const isLarge = countBits(bits) * LARGE_PART > segment.size;
  const valueAt = countedValuesOf(segment, filter);
  return new ComboCounts(
    segment,
    valueAt,
    segment.valueSets(choiceOf(filter), isLarge, () => valueAt),
  );
}
