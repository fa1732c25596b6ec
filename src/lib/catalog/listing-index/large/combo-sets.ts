import { LRUCache } from 'lru-cache';
import { BitSets } from '#lib/catalog/listing-index/large/bit-sets.ts';
import type { CommonValues } from '#lib/catalog/listing-index/large/fast-counts.ts';
import { setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/list-column.ts';

/** Sets of one choice take about 5 MB in a segment of a million products. */
const MAX_CACHED_CHOICES = 8;
const MAX_SEEN_CHOICES = 16;

/** For a choice of variant facets: the products that each value counts for, as bitsets. */
export class ComboSets {
  readonly #combosOf: ListColumn;
  readonly #sets = new LRUCache<string, CommonValues>({ max: MAX_CACHED_CHOICES });
  readonly #seen = new LRUCache<string, true>({ max: MAX_SEEN_CHOICES });

  constructor(combosOf: ListColumn) {
    this.#combosOf = combosOf;
  }

  /**
   * Builds the sets on first use for many products, and for few only when the choice repeats. `valuesOf` has a list for
   * each combination.
   */
  setsFor(choice: string, valuesOf: ListColumn, isForMany: boolean): CommonValues | undefined {
    const cached = this.#sets.get(choice);
    if (cached || (!isForMany && !this.#seen.has(choice))) {
      this.#seen.set(choice, true);
      return cached;
    }
    const sets = this.#build(valuesOf);
    this.#sets.set(choice, sets);
    return sets;
  }

  #build(valuesOf: ListColumn): CommonValues {
    const { starts, values: combos } = this.#combosOf;
    const size = starts.length - 1;
    const ids = [...new Set(valuesOf.values)];
    const sets = new BitSets(size, ids.length);
    const byId = new Map(ids.map((id) => [id, sets.add()]));
    const setAt = Array.from(valuesOf.values, (id) => byId.get(id)!);
    for (let position = 0; position < size; position++) {
      for (let at = starts[position]!; at < starts[position + 1]!; at++) {
        const combo = combos[at]!;
        for (let i = valuesOf.starts[combo]!; i < valuesOf.starts[combo + 1]!; i++) setBit(setAt[i]!, position);
      }
    }
    return { bitSets: sets, ids, sets: [...byId.values()] };
  }
}
