import type { MatchedRange } from '#lib/catalog/listing-index/positions/matched-range.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';

/** The matches of a list in one segment. */
export interface MatchedSegment extends MatchedRange {
  segment: ListingSegment;
  count: number;
}
