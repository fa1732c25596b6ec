import type { FixedSort } from '#lib/facets/facets.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import type { MatchedRange } from '#lib/facets/matched-range.ts';
import type { OrderBlocks } from '#lib/facets/order-blocks.ts';

export interface MatchedSegment extends MatchedRange {
  segment: ListingSegment;
  count: number;
  orders: Map<FixedSort, OrderBlocks>;
}
