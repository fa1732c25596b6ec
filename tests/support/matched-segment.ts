import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';
import { type Bitset, countBits } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';

export function matchedSegment(segment: ListingSegment, match: Bitset): MatchedSegment {
  return { segment, match, run: { from: 0, to: segment.size }, count: countBits(match) };
}
