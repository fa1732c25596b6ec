import type { FoundProducts } from '#lib/facets/facet-values.ts';
import { compareRanks } from '#lib/facets/first-of.ts';
import type { MatchedSegment } from '#lib/facets/listing-page.ts';

/** A page of what a search found: by score, then what sells, then the newest. */
export function bestOf(parts: MatchedSegment[], found: FoundProducts, offset: number, limit: number): number[] {
  const most = offset + limit;
  const first = parts.flatMap(({ segment, match }) => segment.foundHere(found).firstOf(match, most));
  return first
    .sort(compareRanks)
    .slice(offset, most)
    .map(({ id }) => id);
}
