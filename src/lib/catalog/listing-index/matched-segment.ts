import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import type { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import type { MatchedRange } from '#lib/catalog/listing-index/segment/matched-range.ts';
import type { OrderBlocks } from '#lib/catalog/listing-index/segment/order-blocks.ts';

export interface MatchedSegment extends MatchedRange {
  segment: ListingSegment;
  count: number;
  orders: Map<FixedSort, OrderBlocks>;
}
