import { LRUCache } from 'lru-cache';
import { BitsetPool } from '#lib/catalog/listing-index/large/bitset-pool.ts';
import type { CommonValues } from '#lib/catalog/listing-index/large/fast-counts.ts';
import { setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/product-values.ts';

/** The bitsets of one choice need about 5 MB in a segment of a million products. */
const MAX_CACHED_CHOICES = 8;
const MAX_SEEN_CHOICES = 16;

/** The products that are counted for each value, as bitsets, for recent choices in the variant facets. */
export class ComboSets {
  readonly #combosOf: ListColumn;
  readonly #sets = new LRUCache<string, CommonValues>({ max: MAX_CACHED_CHOICES });
  readonly #seenChoices = new LRUCache<string, true>({ max: MAX_SEEN_CHOICES });

  constructor(combosOf: ListColumn) {
    this.#combosOf = combosOf;
  }

  /**
   * Returns the bitsets of a choice. For a choice with few matches, returns undefined the first time that the choice is
   * requested. `valuesOf` lists, for each combination, the values for which the combination is counted.
   */
  setsFor(choiceKey: string, valuesOf: ListColumn, hasManyMatches: boolean): CommonValues | undefined {
    const cachedSets = this.#sets.get(choiceKey);
    if (cachedSets || (!hasManyMatches && !this.#seenChoices.has(choiceKey))) {
      this.#seenChoices.set(choiceKey, true);
      return cachedSets;
    }
    const sets = this.#build(valuesOf);
    this.#sets.set(choiceKey, sets);
    return sets;
  }

  #build(valuesOf: ListColumn): CommonValues {
    const { starts, values: combos } = this.#combosOf;
    const size = starts.length - 1;
    const ids = [...new Set(valuesOf.values)];
    const pool = new BitsetPool(size, ids.length);
    const setById = new Map(ids.map((id) => [id, pool.add()]));
    const setAt = Array.from(valuesOf.values, (id) => setById.get(id)!);
    for (let position = 0; position < size; position++) {
      for (let comboIndex = starts[position]!; comboIndex < starts[position + 1]!; comboIndex++) {
        const combo = combos[comboIndex]!;
        for (let valueIndex = valuesOf.starts[combo]!; valueIndex < valuesOf.starts[combo + 1]!; valueIndex++)
          setBit(setAt[valueIndex]!, position);
      }
    }
    return { pool, ids, sets: [...setById.values()] };
  }
}
