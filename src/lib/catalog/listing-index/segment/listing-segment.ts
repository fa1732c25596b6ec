import { LRUCache } from 'lru-cache';
import type { FoundProducts, KindOf } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import { BitSets } from '#lib/catalog/listing-index/large/bit-sets.ts';
import { type Runs, runsOfIds } from '#lib/catalog/listing-index/large/common-ids.ts';
import type { CommonValues } from '#lib/catalog/listing-index/large/fast-counts.ts';
import { ORDER_BLOCK_BITS } from '#lib/catalog/listing-index/large/order-blocks.ts';
import { sortByKey } from '#lib/catalog/listing-index/large/radix-order.ts';
import {
  type Bitset,
  clearBit,
  emptyBitset,
  fullBitset,
  hasBit,
  setBit,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingColumns, ListingRow } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { MAX_COMBO_VALUES } from '#lib/catalog/listing-index/segment/listing-tokens.ts';
import { SegmentMatches } from '#lib/catalog/listing-index/segment/segment-matches.ts';
import { buildPostings, type Posting, type ValuePostings } from '#lib/catalog/listing-index/segment/value-postings.ts';
import { atOnce, type Steps } from '#lib/platform/jobs/steps.ts';

/** About 5 MB each in a segment of a million products. */
const MAX_VALUE_SETS = 8;
const MAX_VARIANT_MATCHES = 64;
const MAX_SEEN_CHOICES = 16;

const NO_IDS: readonly number[] = [];
const LARGEST_KEY = Number.MAX_SAFE_INTEGER;

/** Immutable except for `remove`: a changed product is removed here and added to a newer segment. */
export class ListingSegment {
  readonly columns: ListingColumns;
  readonly size: number;
  readonly alive: Bitset;
  readonly removals: number[] = [];
  readonly largestValueId: number;
  readonly sets: BitSets;
  readonly rare: ValuePostings['rare'];
  readonly byBlock: Uint16Array;
  readonly #postings: Map<number, Posting>;
  readonly #valueSets = new LRUCache<string, CommonValues>({ max: MAX_VALUE_SETS });
  readonly #choices = new LRUCache<string, true>({ max: MAX_SEEN_CHOICES });
  readonly #variantMatches = new LRUCache<string, Bitset>({ max: MAX_VARIANT_MATCHES });
  readonly #orders = new Map<FixedSort, Uint32Array>();
  readonly #orderBlocks = new Map<FixedSort, Uint16Array>();
  readonly #found = new WeakMap<FoundProducts['parts'], SegmentMatches>();
  readonly #runs = new WeakMap<Uint32Array, Runs>();
  readonly #idsByKind = new WeakMap<KindOf, Map<string | undefined, number[]>>();

  constructor(columns: ListingColumns, values: ValuePostings = atOnce(buildPostings(columns))) {
    this.columns = columns;
    this.size = columns.size;
    this.alive = fullBitset(this.size);
    this.largestValueId = values.largestId;
    this.#postings = values.byId;
    this.sets = values.sets;
    this.rare = values.rare;
    this.byBlock = values.byBlock;
  }

  /** Do not modify the result. */
  union(valueIds: number[]): Bitset {
    const only = valueIds.length === 1 ? this.#postings.get(valueIds[0]!)?.bits : undefined;
    if (only) return only;
    const bits = emptyBitset(this.size);
    for (const id of valueIds) {
      const posting = this.#postings.get(id);
      if (posting?.bits) for (let i = 0; i < bits.length; i++) bits[i]! |= posting.bits[i]!;
      else if (posting) for (const position of posting.list) setBit(bits, position);
    }
    return bits;
  }

  idsOf(kind: string, kindOf: KindOf): readonly number[] {
    const byKind = this.#idsByKind.get(kindOf) ?? Map.groupBy(this.#postings.keys(), kindOf);
    this.#idsByKind.set(kindOf, byKind);
    return byKind.get(kind) ?? NO_IDS;
  }

  commonAmong(among: readonly number[]): CommonValues {
    const ids = among.filter((id) => this.#postings.get(id)?.bits);
    return { of: this.sets, ids, sets: ids.map((id) => this.#postings.get(id)!.bits!) };
  }

  /** Built at once for many products; for few, only when the choice repeats. `values` returns MAX_COMBO_VALUES per combination. */
  valueSets(choice: string, isForMany: boolean, values: () => Uint32Array): CommonValues | undefined {
    const cached = this.#valueSets.get(choice);
    if (cached || (!isForMany && !this.#choices.has(choice))) {
      this.#choices.set(choice, true);
      return cached;
    }
    const sets = this.#makeValueSets(values());
    this.#valueSets.set(choice, sets);
    return sets;
  }

  #makeValueSets(valueAt: Uint32Array): CommonValues {
    const ids = [...new Set(valueAt)].filter((id) => id !== 0);
    const sets = new BitSets(this.size, ids.length);
    const byId = new Map(ids.map((id) => [id, sets.add()]));
    const setAt = Array.from(valueAt, (id) => byId.get(id));
    const { comboStarts, comboAt } = this.columns;
    for (let position = 0; position < this.size; position++) {
      for (let at = comboStarts[position]!; at < comboStarts[position + 1]!; at++) {
        for (let i = comboAt[at]! * MAX_COMBO_VALUES, end = i + MAX_COMBO_VALUES; i < end; i++) {
          const set = setAt[i];
          if (!set) break;
          setBit(set, position);
        }
      }
    }
    return { of: sets, ids, sets: [...byId.values()] };
  }

  order(sort: FixedSort): Uint32Array {
    return this.#orders.get(sort) ?? atOnce(this.buildOrder(sort));
  }

  *buildOrder(sort: FixedSort): Steps<Uint32Array> {
    const newestFirst = this.columns.positions.toReversed();
    const order = yield* sortByKey(newestFirst, (position) => this.key(sort, position));
    this.#orders.set(sort, order);
    return order;
  }

  orderBlocks(sort: FixedSort): Uint16Array {
    const cached = this.#orderBlocks.get(sort);
    if (cached) return cached;
    const blocks = new Uint16Array(this.size);
    const order = this.order(sort);
    for (let at = 0; at < order.length; at++) blocks[order[at]!] = at >>> ORDER_BLOCK_BITS;
    this.#orderBlocks.set(sort, blocks);
    return blocks;
  }

  /** Cached per choice: it depends only on the products of the segment. */
  variantMatch(choice: string, make: () => Bitset): Bitset {
    const bits = this.#variantMatches.get(choice) ?? make();
    this.#variantMatches.set(choice, bits);
    return bits;
  }

  pricedWithin(minPaise = 0, maxPaise = Number.MAX_SAFE_INTEGER): { from: number; to: number } {
    const from = this.#firstPosition((paise) => paise >= minPaise);
    return {
      from,
      to: Math.max(
        from,
        this.#firstPosition((paise) => paise > maxPaise),
      ),
    };
  }

  #firstPosition(holds: (paise: number) => boolean): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (holds(this.columns.minPaise[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  key(sort: FixedSort, position: number): number {
    const { minPaise, sold, createdAt } = this.columns;
    if (sort === 'lowtohigh') return minPaise[position]!;
    if (sort === 'hightolow') return LARGEST_KEY - minPaise[position]!;
    return LARGEST_KEY - (sort === 'top_sale' ? sold : createdAt)[position]!;
  }

  positionOf(id: number): number | undefined {
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.columns.idsAscending[middle]!;
      if (found === id) return this.columns.positions[middle]!;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Cached as long as the search results are, because every list of a search needs it. */
  searchMatches(found: FoundProducts): SegmentMatches {
    const matches = this.#found.get(found.parts) ?? new SegmentMatches(this.columns, found, (ids) => this.#runsOf(ids));
    this.#found.set(found.parts, matches);
    return matches;
  }

  #runsOf(ids: Uint32Array): Runs {
    const runs = this.#runs.get(ids) ?? runsOfIds(this.columns.idsAscending, ids);
    this.#runs.set(ids, runs);
    return runs;
  }

  remove(id: number): void {
    const position = this.positionOf(id);
    if (position === undefined || !hasBit(this.alive, position)) return;
    clearBit(this.alive, position);
    this.removals.push(position);
  }

  row(position: number): ListingRow {
    const { ids, minPaise, sold, createdAt, ownStarts, ownIds, comboStarts, comboAt, combos } = this.columns;
    const own = comboAt.subarray(comboStarts[position], comboStarts[position + 1]);
    return {
      id: ids[position]!,
      minPaise: minPaise[position]!,
      sold: sold[position]!,
      createdAt: createdAt[position]!,
      ownIds: [...ownIds.subarray(ownStarts[position], ownStarts[position + 1])],
      combos: [...own].flatMap((combo) => [...combos[combo]!]),
    };
  }
}
