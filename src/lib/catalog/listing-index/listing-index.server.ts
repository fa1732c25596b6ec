import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { bestMatches } from '#lib/catalog/listing-index/best-match.ts';
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
import { ListCache } from '#lib/catalog/listing-index/list-cache.ts';
import { pageOf } from '#lib/catalog/listing-index/listing-page.ts';
import { type ChangedRow, countPending, listingRows } from '#lib/catalog/listing-index/listing-rows.server.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { buildSegment, mergeSegments } from '#lib/catalog/listing-index/segment/merge-segments.server.ts';
import { Merging, type Pair } from '#lib/catalog/listing-index/segment/merging.ts';
import type { SegmentList } from '#lib/catalog/listing-index/segment-list.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { type WaitingQueries, yieldingRun } from '#lib/platform/jobs/yielding-run.server.ts';

const MAX_CACHED_RESULTS = 200;
/** Matches are cached for visitors who page through a list. */
const MAX_CACHED_MATCHES = 10;

interface CountResult extends ListTotals {
  parts: MatchedSegment[];
}

/** All listed products as bitsets in memory. Reads only the changes since its version. */
export class ListingIndex {
  readonly #db: ShopDatabase;
  readonly #waiting: WaitingQueries | undefined;
  #segments: ListingSegment[] = [];
  #values = indexFacetValues([]);
  #ordered: OrderedValues = orderedValues([]);
  readonly #catalogue: CatalogueFollower;
  readonly #merging = new Merging<ListingSegment>();
  readonly #results = new LRUCache<string, CountResult>({ max: MAX_CACHED_RESULTS });
  readonly #matches = new LRUCache<string, MatchedSegment[]>({ max: MAX_CACHED_MATCHES });
  readonly #listsBySegment = new WeakMap<ListingSegment, ListCache>();

  constructor(db: ShopDatabase, waiting?: WaitingQueries) {
    this.#db = db;
    this.#waiting = waiting;
    this.#catalogue = new CatalogueFollower(db, (since) => this.#read(since));
  }

  get isLoaded(): boolean {
    return this.#catalogue.version !== undefined;
  }

  get values(): FacetIndex {
    return this.#values;
  }

  /** A new object whenever the values that have products, or their names, parents or order, change. */
  get ordered(): OrderedValues {
    return this.#ordered;
  }

  isAt(version: number): boolean {
    return this.#catalogue.isAt(version);
  }

  catchUp(version?: number): Promise<void> {
    return this.#catalogue.catchUp(version);
  }

  /**
   * Whether the catalogue has at most `max` products at this version. Counts removed and changed products too, so it
   * may return false for a catalogue that is a little smaller.
   */
  async hasAtMost(max: number, version: number): Promise<boolean> {
    const loaded = this.#segments.reduce((sum, { size }) => sum + size, 0);
    if (loaded > max) return false;
    if (this.#catalogue.isAt(version)) return true;
    return loaded + (await countPending(this.#db, this.#catalogue.version, max + 1)) <= max;
  }

  totals(filter: ListFilter): ListTotals {
    return this.#counted(filter);
  }

  total(filter: ListFilter): number {
    const lists = this.#listsOf(filter);
    return lists.reduce((sum, list) => sum + list.total(filter), 0);
  }

  /** Equals `total`, but also caches the matches for `page`. */
  countMatches(filter: ListFilter): number {
    return this.#matched(filter).reduce((sum, { count }) => sum + count, 0);
  }

  page(filter: ListFilter, sort: Sort, offset: number, limit: number): number[] {
    const parts = this.#matched(filter);
    if (sort !== 'best') return pageOf(parts, sort, offset, limit);
    return filter.hits ? bestMatches(parts, filter.hits, offset, limit) : pageOf(parts, 'latest', offset, limit);
  }

  best(hits: FoundProducts, limit: number): number[] {
    return bestMatches(this.#segments.map(allOf), hits, 0, limit);
  }

  #counted(filter: ListFilter): CountResult {
    const key = filterKey(filter);
    const cached = this.#results.get(key);
    if (cached) return cached;
    const lists = this.#listsOf(filter);
    const counts = sumOf(lists.map((list) => list.counts(filter)));
    const parts = lists.map((list) => list.matched(filter));
    const result = { total: parts.reduce((sum, part) => sum + part.count, 0), counts, parts };
    this.#results.set(key, result);
    return result;
  }

  #matched(filter: ListFilter): MatchedSegment[] {
    const key = filterKey(filter);
    const cached = this.#results.get(key)?.parts ?? this.#matches.get(key);
    if (cached) return cached;
    const parts = this.#listsOf(filter).map((list) => list.matched(filter));
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
    const { kindOf } = this.#values;
    return this.#segments.map((segment) => {
      const lists = this.#listsBySegment.get(segment) ?? new ListCache(segment);
      this.#listsBySegment.set(segment, lists);
      return lists.list(key, withoutPrices, kindOf);
    });
  }

  async #read(since: number | undefined): Promise<() => void> {
    const stored = await this.#db.read.selectFrom('facet_value').selectAll().orderBy('id').execute();
    const values = indexFacetValues(stored);
    const ordered = orderedValues(stored);
    const builder = new ColumnsBuilder();
    const changed: number[] = [];
    for await (const rows of listingRows(this.#db, since)) await yieldingRun(addRows(builder, rows, changed));
    const segment = await buildSegment(builder);
    return () => {
      for (const id of changed) for (const older of this.#segments) older.remove(id);
      if (segment.size > 0) this.#segments.push(segment);
      this.#values = values;
      if (!isDeepStrictEqual(this.#ordered, ordered)) this.#ordered = ordered;
      this.#clearResults();
      void this.#merge();
    };
  }

  #merge(): Promise<void> {
    return this.#merging.run({
      next: () => this.#nextPair(),
      merge: (pair) => mergeSegments(pair, this.#waiting),
      replace: ([older], merged) => {
        this.#segments.splice(this.#segments.indexOf(older), 2, merged);
        this.#clearResults();
      },
    });
  }

  /** Merging keeps each segment more than four times as large as the next. */
  #nextPair(): Pair<ListingSegment> | undefined {
    const at = this.#segments.findLastIndex(({ size }, i) => size <= (this.#segments[i + 1]?.size ?? 0) * 4);
    const [older, newer] = [this.#segments[at], this.#segments[at + 1]];
    return older && newer && [older, newer];
  }
}

function allOf(segment: ListingSegment): MatchedSegment {
  const { alive, size } = segment;
  return { segment, match: alive, run: { from: 0, to: size }, count: size };
}

function sumOf(parts: readonly Uint32Array[]): Uint32Array {
  const sum = new Uint32Array(Math.max(0, ...parts.map(({ length }) => length)));
  for (const part of parts) for (let at = 0; at < part.length; at++) sum[at]! += part[at]!;
  return sum;
}

function* addRows(builder: ColumnsBuilder, rows: Iterable<ChangedRow>, changed: number[]): Steps<void> {
  for (const { id, row } of rows) {
    changed.push(id);
    if (row) builder.add(row);
    yield;
  }
}
