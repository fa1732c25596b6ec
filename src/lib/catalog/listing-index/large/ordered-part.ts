import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';

/** Positions of one segment in sort order; includes all matches. */
export interface OrderedPart extends MatchedSegment {
  sort: FixedSort;
  order: Uint32Array;
  before?: Uint32Array;
}
