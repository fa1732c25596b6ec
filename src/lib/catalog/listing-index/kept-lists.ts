import { LRUCache } from 'lru-cache';
import { filterKey, type KindOf, type ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { SegmentList } from '#lib/catalog/listing-index/segment-list.ts';

const BYTES_KEPT = 32_000_000;
/** Of small segments nothing is kept: they are asked as quickly as looked up. */
const KEPT_FROM = 2_000;
const LOST_AT_MOST = 1_000;

export class KeptLists {
  readonly #segment: ListingSegment;
  readonly #lists = new LRUCache<string, SegmentList>({
    maxSize: BYTES_KEPT,
    sizeCalculation: ({ bytes }) => bytes,
  });

  constructor(segment: ListingSegment) {
    this.#segment = segment;
  }

  list(key: string, filter: ListFilter, kindOf: KindOf): SegmentList {
    const kept = this.#lists.get(key);
    if (kept && kept.lost <= LOST_AT_MOST) {
      kept.takeOutLost();
      return kept;
    }
    const listOf = (other: ListFilter) => this.list(filterKey(other), other, kindOf);
    const made = new SegmentList(this.#segment, filter, kindOf, listOf);
    if (this.#segment.size >= KEPT_FROM) this.#lists.set(key, made);
    return made;
  }
}
