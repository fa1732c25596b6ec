import { type Bitset, hasBit, type PositionRun } from '#lib/facets/bitset.ts';
import type { FixedSort } from '#lib/facets/facets.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';
import type { OrderBlocks } from '#lib/facets/order-blocks.ts';

export interface MatchedSegment {
  segment: ListingSegment;
  match: Bitset;
  run: PositionRun;
  count: number;
  orders: Map<FixedSort, OrderBlocks>;
}

export function isIn({ match, run }: Pick<MatchedSegment, 'match' | 'run'>, position: number): boolean {
  return position >= run.from && position < run.to && hasBit(match, position);
}
