import { LRUCache } from 'lru-cache';
import { productCountInput, variantCountInput } from '#lib/catalog/listing-index/counts/count-input.ts';
import { matchOf } from '#lib/catalog/listing-index/counts/listing-match.ts';
import { filterKey, type KindOf, type ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type FacetName, PRODUCT_FACETS, VARIANT_FACETS } from '#lib/catalog/listing-index/facets/facets.ts';
import type { BlockCounts, Matches } from '#lib/catalog/listing-index/large/large-segment.ts';
import { clearBit, type PositionRun } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingSegment, MatchedSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';

type PriceLimits = Pick<ListFilter, 'minPaise' | 'maxPaise'>;

type ListOf = (filter: ListFilter) => SegmentList;

/**
 * The part of a list that is in one segment, for any price range. Cached block counts remain valid, because products
 * can be removed from a segment but not added.
 */
export class SegmentList {
  readonly #segment: ListingSegment;
  readonly #filter: ListFilter;
  readonly #kindOf: KindOf;
  readonly #listOf: ListOf;
  #matches: Matches | undefined;
  /**
   * The key is a chosen facet, `product` (all product facets that are not chosen) or `variant` (all variant facets).
   */
  readonly #counts = new Map<FacetName | 'product' | 'variant', BlockCounts>();
  #appliedRemovals: number;

  constructor(segment: ListingSegment, filter: ListFilter, kindOf: KindOf, listOf?: ListOf) {
    this.#segment = segment;
    this.#appliedRemovals = segment.removals.length;
    this.#filter = filter;
    this.#kindOf = kindOf;
    this.#listOf = listOf ?? ((other) => new SegmentList(segment, other, kindOf));
  }

  get bytes(): number {
    return this.#segment.aliveBits.byteLength + this.#segment.largeSegment.bytesOfCounts;
  }

  get pendingRemovals(): number {
    return this.#segment.removals.length - this.#appliedRemovals;
  }

  /** The matches at any price. Must not be modified. */
  get matches(): Matches {
    const bitsWithout = (...facets: FacetName[]) => this.#without(...facets).matches.bits;
    this.#matches ??= this.#segment.largeSegment.matches(matchOf(this.#segment, this.#filter, bitsWithout));
    return this.#matches;
  }

  applyRemovals(): void {
    const { removals } = this.#segment;
    for (; this.#appliedRemovals < removals.length; this.#appliedRemovals++)
      this.#remove(removals[this.#appliedRemovals]!);
  }

  total({ minPaise, maxPaise }: PriceLimits): number {
    return this.matches.countIn(this.#segment.pricedWithin(minPaise, maxPaise));
  }

  matchedSegment({ minPaise, maxPaise }: PriceLimits): MatchedSegment {
    const segment = this.#segment;
    const run = segment.pricedWithin(minPaise, maxPaise);
    return { segment, match: this.matches.bits, run, count: this.matches.countIn(run) };
  }

  counts({ minPaise, maxPaise }: PriceLimits): Uint32Array {
    const run = this.#segment.pricedWithin(minPaise, maxPaise);
    const counts = new Uint32Array(this.#segment.largestValueId + 1);
    this.#countsOf('product').add(run, counts);
    this.#countsOf('variant').add(run, counts);
    for (const facet of PRODUCT_FACETS) if (this.#filter[facet]) this.#without(facet).addCountsOf(facet, run, counts);
    return counts;
  }

  addCountsOf(facet: (typeof PRODUCT_FACETS)[number], run: PositionRun, counts: Uint32Array): void {
    const ids = this.#segment.idsOf(facet, this.#kindOf);
    if (ids.length === 0) return;
    const productCounts = this.#counts.get('product');
    if (productCounts) productCounts.add(run, counts, ids);
    else this.#countsOf(facet).add(run, counts);
  }

  #countsOf(key: (typeof PRODUCT_FACETS)[number] | 'product' | 'variant'): BlockCounts {
    const counts = this.#counts.get(key) ?? this.#segment.largeSegment.counts(this.#countInput(key));
    this.#counts.set(key, counts);
    return counts;
  }

  #countInput(key: (typeof PRODUCT_FACETS)[number] | 'product' | 'variant') {
    const [segment, filter, kindOf] = [this.#segment, this.#filter, this.#kindOf];
    if (key === 'variant') {
      const isChosen = VARIANT_FACETS.some((facet) => filter[facet]);
      // The bitset is copied, because each list removes products from its bitset.
      const copyOf = ({ bits }: Matches) => segment.largeSegment.matches(bits.slice());
      const matches = isChosen ? copyOf(this.#without(...VARIANT_FACETS).matches) : this.matches;
      return variantCountInput(segment, filter, matches, kindOf);
    }
    const facets = key === 'product' ? PRODUCT_FACETS.filter((facet) => !filter[facet]) : [key];
    return productCountInput(segment, facets, this.matches, kindOf);
  }

  /** Returns the list for the filter without the choices in these facets. */
  #without(...facets: FacetName[]): SegmentList {
    return this.#listOf({ ...this.#filter, ...Object.fromEntries(facets.map((facet) => [facet, undefined])) });
  }

  #remove(position: number): void {
    for (const counts of this.#counts.values()) counts.remove(position);
    for (const counts of this.#counts.values()) counts.clear(position);
    if (!this.#matches) return;
    clearBit(this.#matches.bits, position);
    this.#segment.largeSegment.forgetMatchCounts(this.#matches.bits);
  }
}

const MAX_BYTES = 32_000_000;
/** Lists of smaller segments are not cached, because computing such a list is as fast as a lookup. */
const MIN_CACHED_SIZE = 2_000;
const MAX_PENDING_REMOVALS = 1_000;

/** The cached lists of one segment. */
export class ListCache {
  readonly #segment: ListingSegment;
  readonly #lists = new LRUCache<string, SegmentList>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor(segment: ListingSegment) {
    this.#segment = segment;
  }

  list(key: string, filter: ListFilter, kindOf: KindOf): SegmentList {
    const cachedList = this.#lists.get(key);
    if (cachedList && cachedList.pendingRemovals <= MAX_PENDING_REMOVALS) {
      cachedList.applyRemovals();
      return cachedList;
    }
    const listOf = (otherFilter: ListFilter) => this.list(filterKey(otherFilter), otherFilter, kindOf);
    const list = new SegmentList(this.#segment, filter, kindOf, listOf);
    if (this.#segment.size >= MIN_CACHED_SIZE) this.#lists.set(key, list);
    return list;
  }
}
