import { LRUCache } from 'lru-cache';
import { filterKey, type KindOf, type ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { SegmentList } from '#lib/catalog/listing-index/segment-list.ts';

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
