import { missesOf } from '#lib/catalog/listing-index/counts/listing-match.ts';
import type { ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type CommonValues, costOf, type ValueCounts } from '#lib/catalog/listing-index/large/fast-counts.ts';
import type { BlockPart, Visited } from '#lib/catalog/listing-index/large/price-blocks.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import {
  type Combo,
  comboValues,
  comboValuesAt,
  MAX_COMBO_VALUES,
} from '#lib/catalog/listing-index/segment/listing-tokens.ts';

/** Cost of a product's combinations, in bitset words. */
const COST_PER_PRODUCT = 60;

/** A variant counts for a facet if it passes all the others. A product counts once per value. */
export class ComboCounts implements ValueCounts {
  readonly #segment: ListingSegment;
  readonly #valueAt: Uint32Array;
  readonly #common: CommonValues | undefined;
  readonly #lastSeen: Uint32Array;

  constructor(segment: ListingSegment, valueAt: Uint32Array, common: CommonValues | undefined) {
    this.#segment = segment;
    this.#valueAt = valueAt;
    this.#common = common;
    this.#lastSeen = new Uint32Array(segment.largestValueId + 1);
  }

  add(part: BlockPart, counts: Uint32Array): void {
    const common = this.#common;
    if (common && costOf(common) < part.count * COST_PER_PRODUCT) common.of.count(part, common, counts);
    else this.addEach(part, counts);
  }

  addEach(some: Visited, counts: Uint32Array): void {
    const { comboStarts, comboAt } = this.#segment.columns;
    const [valueAt, lastSeen] = [this.#valueAt, this.#lastSeen.fill(0)];
    some.visit((position) => {
      for (let at = comboStarts[position]!; at < comboStarts[position + 1]!; at++) {
        for (let i = comboAt[at]! * MAX_COMBO_VALUES, end = i + MAX_COMBO_VALUES; i < end && valueAt[i] !== 0; i++) {
          const id = valueAt[i]!;
          if (lastSeen[id] === position + 1) continue;
          lastSeen[id] = position + 1;
          counts[id]!++;
        }
      }
    });
  }
}

export function countedValuesOf({ columns: { combos } }: ListingSegment, filter: ListFilter): Uint32Array {
  const misses = missesOf(combos, filter);
  const valueAt = new Uint32Array(combos.length * MAX_COMBO_VALUES);
  for (const [index, combo] of combos.entries())
    valueAt.set(countedValues(combo, misses[index]!), index * MAX_COMBO_VALUES);
  return valueAt;
}

function countedValues(combo: Combo, miss: number): number[] {
  if (miss === 0) return comboValues(combo);
  const isOnlyOne = (miss & (miss - 1)) === 0;
  return isOnlyOne ? comboValuesAt(combo, Math.log2(miss)) : [];
}
