import type { FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';
import { compareRanks } from '#lib/catalog/listing-index/segment/first-of.ts';

/** A page of what a search found: by score, then what sells, then the newest. */
export function bestOf(parts: MatchedSegment[], found: FoundProducts, offset: number, limit: number): number[] {
  const most = offset + limit;
  const first = parts.flatMap((part) => part.segment.foundHere(found).firstOf(part, most));
  return first
    .sort(compareRanks)
    .slice(offset, most)
    .map(({ id }) => id);
}
