import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import type { OrderBlocks } from '#lib/catalog/listing-index/large/order-blocks.ts';
import type { MatchedRange } from '#lib/catalog/listing-index/positions/matched-range.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';

export interface MatchedSegment extends MatchedRange {
  segment: ListingSegment;
  count: number;
  orders: Map<FixedSort, OrderBlocks>;
}
