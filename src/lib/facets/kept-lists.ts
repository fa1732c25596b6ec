import { LRUCache } from 'lru-cache';
import type { ListFilter } from '#lib/facets/facet-values.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import { SegmentList } from '#lib/facets/segment-list.ts';
import type { KindOf } from '#lib/facets/tally.ts';

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
    const made = new SegmentList(this.#segment, filter, kindOf);
    if (this.#segment.size >= KEPT_FROM) this.#lists.set(key, made);
    return made;
  }
}
