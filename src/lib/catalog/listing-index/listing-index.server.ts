import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { CatalogueFollower } from '#lib/catalog/listing-index/catalogue-follower.server.ts';
import {
  type FacetIndex,
  type FoundProducts,
  filterKey,
  indexFacetValues,
  type ListFilter,
  type ListTotals,
} from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { Sort } from '#lib/catalog/listing-index/facets/facets.ts';
import { type OrderedValues, orderedValues } from '#lib/catalog/listing-index/facets/ordered-values.ts';
import { bestMatches, pageOf } from '#lib/catalog/listing-index/listing-page.ts';
import { type ChangedRow, countPending, listingRows } from '#lib/catalog/listing-index/listing-rows.server.ts';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import type { ListingSegment, MatchedSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { buildSegment, mergeSegments } from '#lib/catalog/listing-index/segment/merge-segments.server.ts';
import { type Pair, SegmentMerger } from '#lib/catalog/listing-index/segment/merging.ts';
import { ListCache, type SegmentList } from '#lib/catalog/listing-index/segment-list.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { runYielding, type WaitingQueries } from '#lib/platform/jobs/yielding-run.server.ts';

const MAX_CACHED_RESULTS = 200;
/** Matches are cached for visitors who page through a list. */
const MAX_CACHED_MATCHES = 10;

interface CountResult extends ListTotals {
  parts: MatchedSegment[];
}

/** All listed products as bitsets in memory. An update reads only the changes since the previous update. */
export class ListingIndex extends CatalogueFollower {
  readonly #waitingQueries: WaitingQueries | undefined;
  #segments: ListingSegment[] = [];
  #facetIndex = indexFacetValues([]);
  #orderedValues: OrderedValues = orderedValues([]);
  readonly #merger = new SegmentMerger<ListingSegment>();
  readonly #results = new LRUCache<string, CountResult>({ max: MAX_CACHED_RESULTS });
  readonly #matches = new LRUCache<string, MatchedSegment[]>({ max: MAX_CACHED_MATCHES });
  readonly #listCaches = new WeakMap<ListingSegment, ListCache>();

  constructor(db: ShopDatabase, waitingQueries?: WaitingQueries) {
    super(db);
    this.#waitingQueries = waitingQueries;
  }

  get facetIndex(): FacetIndex {
    return this.#facetIndex;
  }

  /** The values that have products, in display order. When they change, the object is replaced. */
  get orderedValues(): OrderedValues {
    return this.#orderedValues;
  }

  /**
   * Returns whether the catalogue has at most `max` products at this version. Removed products are counted too, and
   * changed products twice, so the result may be false for slightly fewer products.
   */
  async hasAtMost(max: number, version: number): Promise<boolean> {
    const loadedCount = this.#segments.reduce((sum, { size }) => sum + size, 0);
    if (loadedCount > max) return false;
    if (this.isAt(version)) return true;
    return loadedCount + (await countPending(this.db, this.version, max + 1)) <= max;
  }

  total(filter: ListFilter): number {
    const lists = this.#listsOf(filter);
    return lists.reduce((sum, list) => sum + list.total(filter), 0);
  }

  /** Returns the number of matches, and caches the matches for `page`. */
  countMatches(filter: ListFilter): number {
    return this.#matchedSegments(filter).reduce((sum, { count }) => sum + count, 0);
  }

  page(filter: ListFilter, sort: Sort, offset: number, limit: number): number[] {
    const parts = this.#matchedSegments(filter);
    if (sort !== 'best') return pageOf(parts, sort, offset, limit);
    return filter.hits ? bestMatches(parts, filter.hits, offset, limit) : pageOf(parts, 'latest', offset, limit);
  }

  /** Returns the ids of the best matches among all listed products. */
  bestMatches(hits: FoundProducts, limit: number): number[] {
    return bestMatches(this.#segments.map(allOf), hits, 0, limit);
  }

  totals(filter: ListFilter): CountResult {
    const key = filterKey(filter);
    const cachedResult = this.#results.get(key);
    if (cachedResult) return cachedResult;
    const lists = this.#listsOf(filter);
    const counts = sumOf(lists.map((list) => list.counts(filter)));
    const parts = lists.map((list) => list.matchedSegment(filter));
    const result = { total: parts.reduce((sum, part) => sum + part.count, 0), counts, parts };
    this.#results.set(key, result);
    return result;
  }

  #matchedSegments(filter: ListFilter): MatchedSegment[] {
    const key = filterKey(filter);
    const cachedParts = this.#results.get(key)?.parts ?? this.#matches.get(key);
    if (cachedParts) return cachedParts;
    const parts = this.#listsOf(filter).map((list) => list.matchedSegment(filter));
    this.#matches.set(key, parts);
    return parts;
  }

  #clearResults(): void {
    this.#results.clear();
    this.#matches.clear();
  }

  #listsOf(filter: ListFilter): SegmentList[] {
    const withoutPrices = { ...filter, minPaise: undefined, maxPaise: undefined };
    const key = filterKey(withoutPrices);
    const { kindOf } = this.#facetIndex;
    return this.#segments.map((segment) => {
      const listCache = this.#listCaches.get(segment) ?? new ListCache(segment);
      this.#listCaches.set(segment, listCache);
      return listCache.list(key, withoutPrices, kindOf);
    });
  }

  protected async read(since: number | undefined): Promise<() => void> {
    const storedValues = await this.db.read.selectFrom('facet_value').selectAll().orderBy('id').execute();
    const facetIndex = indexFacetValues(storedValues);
    const newValueOrder = orderedValues(storedValues);
    const builder = new ColumnsBuilder();
    const changedIds: number[] = [];
    for await (const rows of listingRows(this.db, since)) await runYielding(addRows(builder, rows, changedIds));
    const segment = await buildSegment(builder);
    return () => {
      for (const id of changedIds) for (const olderSegment of this.#segments) olderSegment.remove(id);
      if (segment.size > 0) this.#segments.push(segment);
      this.#facetIndex = facetIndex;
      if (!isDeepStrictEqual(this.#orderedValues, newValueOrder)) this.#orderedValues = newValueOrder;
      this.#clearResults();
      void this.#merge();
    };
  }

  #merge(): Promise<void> {
    return this.#merger.run({
      next: () => this.#nextPair(),
      merge: (pair) => mergeSegments(pair, this.#waitingQueries),
      replace: ([older], mergedSegment) => {
        this.#segments.splice(this.#segments.indexOf(older), 2, mergedSegment);
        this.#clearResults();
      },
    });
  }

  /**
   * Returns the next pair to merge; undefined if each segment is more than four times as large as the next segment.
   */
  #nextPair(): Pair<ListingSegment> | undefined {
    const index = this.#segments.findLastIndex(({ size }, i) => size <= (this.#segments[i + 1]?.size ?? 0) * 4);
    const [older, newer] = [this.#segments[index], this.#segments[index + 1]];
    return older && newer && [older, newer];
  }
}

function allOf(segment: ListingSegment): MatchedSegment {
  const { aliveBits, size } = segment;
  return { segment, match: aliveBits, run: { from: 0, to: size }, count: size };
}

function sumOf(arrays: readonly Uint32Array[]): Uint32Array {
  const sum = new Uint32Array(Math.max(0, ...arrays.map(({ length }) => length)));
  for (const array of arrays) for (let index = 0; index < array.length; index++) sum[index]! += array[index]!;
  return sum;
}

function* addRows(builder: ColumnsBuilder, rows: Iterable<ChangedRow>, changedIds: number[]): Steps<void> {
  for (const { id, row } of rows) {
    changedIds.push(id);
    if (row) builder.add(row);
    yield;
  }
}
