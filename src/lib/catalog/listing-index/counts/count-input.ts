import { missesOf, variantChoiceKey } from '#lib/catalog/listing-index/counts/listing-match.ts';
import type { KindOf, ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type FacetName, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import type { CountInput, Matches } from '#lib/catalog/listing-index/large/large-segment.ts';
import { countBits } from '#lib/catalog/listing-index/positions/bitset.ts';
import {
  type AddValues,
  addListedValues,
  type ListColumn,
  listColumn,
} from '#lib/catalog/listing-index/positions/product-values.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { type Combo, comboValues, comboValuesAt } from '#lib/catalog/listing-index/segment/listing-tokens.ts';

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
  return { matches, ids, addValues: addComboValues(segment, valuesOf), fastCounts };
}

function listedCountInput(
  segment: ListingSegment,
  column: 'productValues' | 'variantValues',
  matches: Matches,
  ids: number[],
): CountInput {
  const addValues = addListedValues(segment.columns[column]);
  return { matches, ids, addValues, fastCounts: segment.largeSegment.listedCounts(column, ids) };
}

function idsOf(segment: ListingSegment, facets: readonly FacetName[], kindOf: KindOf): number[] {
  return facets.flatMap((facet) => segment.idsOf(facet, kindOf));
}

/**
 * Returns a function that adds the values of variants. A variant is counted for a facet if it matches the choices in
 * all other variant facets. Each product is counted once for each value. `valuesOf` lists, for each combination, the
 * values for which the combination is counted.
 */
function addComboValues({ columns, largestValueId }: ListingSegment, valuesOf: ListColumn): AddValues {
  const { starts, values: combos } = columns.combosOf;
  const { starts: valueStarts, values } = valuesOf;
  // For each value id, the position of the last product that was counted for the value, plus 1; 0 if there is none.
  const lastCounted = new Uint32Array(largestValueId + 1);
  return (products, counts) => {
    lastCounted.fill(0);
    products.visit((position) => {
      for (let comboIndex = starts[position]!; comboIndex < starts[position + 1]!; comboIndex++) {
        const combo = combos[comboIndex]!;
        for (let valueIndex = valueStarts[combo]!; valueIndex < valueStarts[combo + 1]!; valueIndex++) {
          const id = values[valueIndex]!;
          if (lastCounted[id] === position + 1) continue;
          lastCounted[id] = position + 1;
          counts[id]!++;
        }
      }
    });
  };
}

/** Returns, for each combination in a segment, the values for which the combination is counted. */
function countedValuesOf({ columns: { combos } }: ListingSegment, filter: ListFilter): ListColumn {
  const misses = missesOf(combos, filter);
  return listColumn(combos.map((combo, index) => countedValues(combo, misses[index]!)));
}

function countedValues(combo: Combo, missedFacets: number): number[] {
  if (missedFacets === 0) return comboValues(combo);
  const isSingleMiss = (missedFacets & (missedFacets - 1)) === 0;
  return isSingleMiss ? comboValuesAt(combo, Math.log2(missedFacets)) : [];
}
