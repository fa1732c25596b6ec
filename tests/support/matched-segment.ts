import { type Bitset, countBits } from '#lib/facets/bitset.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import type { MatchedSegment } from '#lib/facets/matched-segment.ts';

export function matchedSegment(segment: ListingSegment, match: Bitset): MatchedSegment {
  return { segment, match, run: { from: 0, to: segment.size }, count: countBits(match), orders: new Map() };
}
