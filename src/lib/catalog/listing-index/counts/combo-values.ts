import { missesOf } from '#lib/catalog/listing-index/counts/listing-match.ts';
import type { ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type ListColumn, listColumn } from '#lib/catalog/listing-index/positions/list-column.ts';
import type { PositionSet, ProductValues } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { type Combo, comboValues, comboValuesAt } from '#lib/catalog/listing-index/segment/listing-tokens.ts';

/**
 * Counts the values of variants. A variant is counted for a facet if it matches the choices in all other variant
 * facets. Each product is counted once for each value.
 */
export class ComboValues implements ProductValues {
  readonly #combosOf: ListColumn;
  readonly #valuesOf: ListColumn;
  /** For each value id, the position of the last product that was counted for the value, plus 1; 0 if there is none. */
  readonly #lastCounted: Uint32Array;

  /** `valuesOf` lists, for each combination, the values for which the combination is counted. */
  constructor({ columns, largestValueId }: ListingSegment, valuesOf: ListColumn) {
    this.#combosOf = columns.combosOf;
    this.#valuesOf = valuesOf;
    this.#lastCounted = new Uint32Array(largestValueId + 1);
  }

  addEach(products: PositionSet, counts: Uint32Array): void {
    const { starts, values: combos } = this.#combosOf;
    const { starts: valueStarts, values } = this.#valuesOf;
    const lastCounted = this.#lastCounted.fill(0);
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
  }
}

/** Returns, for each combination in a segment, the values for which the combination is counted. */
export function countedValuesOf({ columns: { combos } }: ListingSegment, filter: ListFilter): ListColumn {
  const misses = missesOf(combos, filter);
  return listColumn(combos.map((combo, index) => countedValues(combo, misses[index]!)));
}

function countedValues(combo: Combo, missedFacets: number): number[] {
  if (missedFacets === 0) return comboValues(combo);
  const isSingleMiss = (missedFacets & (missedFacets - 1)) === 0;
  return isSingleMiss ? comboValuesAt(combo, Math.log2(missedFacets)) : [];
}
