import type { FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';
import { compareRanks } from '#lib/catalog/listing-index/segment/top-n.ts';

/** Returns the product ids on a page of search results, sorted by highest score, most units sold, then newest first. */
export function bestMatches(parts: MatchedSegment[], hits: FoundProducts, offset: number, limit: number): number[] {
  const end = offset + limit;
  const topMatches = parts.flatMap((part) => part.segment.searchMatches(hits).top(part, end));
  return topMatches
    .sort(compareRanks)
    .slice(offset, end)
    .map(({ id }) => id);
}
