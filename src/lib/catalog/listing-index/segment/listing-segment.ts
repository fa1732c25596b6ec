import { LRUCache } from 'lru-cache';
import type { FoundProducts, KindOf } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import { type LargeSegment, sortByKey } from '#lib/catalog/listing-index/large/large-segment.ts';
import {
  type Bitset,
  clearBit,
  emptyBitset,
  fullBitset,
  hasBit,
  type MatchedRange,
  type PositionRun,
  setBit,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListColumn } from '#lib/catalog/listing-index/positions/product-values.ts';
import type { ListingColumns, ListingRow } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { SegmentMatches } from '#lib/catalog/listing-index/segment/segment-matches.ts';
import {
  buildPostings,
  type PostingList,
  type ValuePostings,
} from '#lib/catalog/listing-index/segment/value-postings.ts';
import { runSync, type Steps } from '#lib/platform/jobs/steps.ts';
import { firstIndex, indexOfId } from '#lib/primitives/binary-search.ts';

const MAX_VARIANT_MATCHES = 64;

const NO_IDS: readonly number[] = [];
const LARGEST_KEY = Number.MAX_SAFE_INTEGER;

/** A part of the index. Immutable except for `remove`: a changed product is removed and added to a newer segment. */
export class ListingSegment {
  readonly columns: ListingColumns;
  readonly size: number;
  /** The products that have not been removed. */
  readonly aliveBits: Bitset;
  /** The positions of the removed products, in the order of their removal. */
  readonly removals: number[] = [];
  readonly largestValueId: number;
  readonly largeSegment: LargeSegment;
  readonly #postingLists: Map<number, PostingList>;
  readonly #variantMatches = new LRUCache<string, Bitset>({ max: MAX_VARIANT_MATCHES });
  readonly #orders = new Map<FixedSort, Uint32Array>();
  readonly #searchMatches = new WeakMap<FoundProducts['parts'], SegmentMatches>();
  readonly #idsByKind = new WeakMap<KindOf, Map<string | undefined, number[]>>();

  constructor(columns: ListingColumns, values: ValuePostings = runSync(buildPostings(columns))) {
    this.columns = columns;
    this.size = columns.size;
    this.aliveBits = fullBitset(this.size);
    this.largestValueId = values.largestId;
    this.#postingLists = values.postingLists;
    this.largeSegment = values.largeSegment;
  }

  /** Returns the products that have any of the values. The result must not be modified. */
  union(valueIds: number[]): Bitset {
    const singleBitset = valueIds.length === 1 ? this.#postingLists.get(valueIds[0]!)?.bits : undefined;
    if (singleBitset) return singleBitset;
    const bits = emptyBitset(this.size);
    for (const id of valueIds) {
      const postingList = this.#postingLists.get(id);
      if (postingList?.bits) for (let i = 0; i < bits.length; i++) bits[i]! |= postingList.bits[i]!;
      else if (postingList) for (const position of postingList.list) setBit(bits, position);
    }
    return bits;
  }

  idsOf(kind: string, kindOf: KindOf): readonly number[] {
    const idsByKind = this.#idsByKind.get(kindOf) ?? Map.groupBy(this.#postingLists.keys(), kindOf);
    this.#idsByKind.set(kindOf, idsByKind);
    return idsByKind.get(kind) ?? NO_IDS;
  }

  order(sort: FixedSort): Uint32Array {
    return this.#orders.get(sort) ?? runSync(this.buildOrder(sort));
  }

  *buildOrder(sort: FixedSort): Steps<Uint32Array> {
    const newestFirst = this.columns.positions.toReversed();
    const order = yield* sortByKey(newestFirst, (position) => this.key(sort, position));
    this.#orders.set(sort, order);
    return order;
  }

  /** Returns the result of `compute`, cached for each `choiceKey`. The result may include removed products. */
  variantMatch(choiceKey: string, compute: () => Bitset): Bitset {
    const bits = this.#variantMatches.get(choiceKey) ?? compute();
    this.#variantMatches.set(choiceKey, bits);
    return bits;
  }

  /** Returns the positions with prices of at least `minPaise` and at most `maxPaise`. */
  pricedWithin(minPaise = 0, maxPaise = Number.MAX_SAFE_INTEGER): PositionRun {
    const { minPaise: prices } = this.columns;
    const from = firstIndex(this.size, (position) => prices[position]! >= minPaise);
    const end = firstIndex(this.size, (position) => prices[position]! > maxPaise);
    return { from, to: Math.max(from, end) };
  }

  /** Returns the sort key. Products are sorted by ascending key, then newest first. */
  key(sort: FixedSort, position: number): number {
    const { minPaise, sold, createdAt } = this.columns;
    if (sort === 'lowtohigh') return minPaise[position]!;
    if (sort === 'hightolow') return LARGEST_KEY - minPaise[position]!;
    return LARGEST_KEY - (sort === 'top_sale' ? sold : createdAt)[position]!;
  }

  positionOf(id: number): number | undefined {
    const rank = indexOfId(this.columns.idsAscending, id);
    return rank === undefined ? undefined : this.columns.positions[rank];
  }

  /** Returns the search results in this segment, cached with `hits` because all lists of a search need them. */
  searchMatches(hits: FoundProducts): SegmentMatches {
    const matches =
      this.#searchMatches.get(hits.parts) ??
      new SegmentMatches(this.columns, hits, (ids) => this.largeSegment.commonIds(ids));
    this.#searchMatches.set(hits.parts, matches);
    return matches;
  }

  remove(id: number): void {
    const position = this.positionOf(id);
    if (position === undefined || !hasBit(this.aliveBits, position)) return;
    clearBit(this.aliveBits, position);
    this.removals.push(position);
  }

  row(position: number): ListingRow {
    const { ids, minPaise, sold, createdAt, productValues, combosOf, combos } = this.columns;
    return {
      id: ids[position]!,
      minPaise: minPaise[position]!,
      sold: sold[position]!,
      createdAt: createdAt[position]!,
      productValueIds: [...listAt(productValues, position)],
      combos: [...listAt(combosOf, position)].flatMap((combo) => [...combos[combo]!]),
    };
  }
}

/** The matches of a list in one segment. */
export interface MatchedSegment extends MatchedRange {
  segment: ListingSegment;
  count: number;
}

function listAt({ starts, values }: ListColumn, position: number): Uint32Array {
  return values.subarray(starts[position], starts[position + 1]);
}
