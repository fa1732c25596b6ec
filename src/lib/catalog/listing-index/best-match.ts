import type { FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';
import { compareRanks } from '#lib/catalog/listing-index/segment/top-n.ts';

/** A page of search results: by score, then units sold, then the newest. */
export function bestMatches(parts: MatchedSegment[], hits: FoundProducts, offset: number, limit: number): number[] {
  const end = offset + limit;
  const first = parts.flatMap((part) => part.segment.searchMatches(hits).top(part, end));
  return first
    .sort(compareRanks)
    .slice(offset, end)
    .map(({ id }) => id);
}
