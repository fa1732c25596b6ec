import { type Bitset, countBits } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingSegment, MatchedSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';

export function matchedSegment(segment: ListingSegment, match: Bitset): MatchedSegment {
  return { segment, match, run: { from: 0, to: segment.size }, count: countBits(match) };
}
