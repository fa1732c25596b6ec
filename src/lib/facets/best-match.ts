import type { FoundProducts } from '#lib/facets/facet-values.ts';
import { compareRanks } from '#lib/facets/first-of.ts';
import type { MatchedSegment } from '#lib/facets/matched-segment.ts';

/** A page of what a search found: by score, then what sells, then the newest. */
export function bestOf(parts: MatchedSegment[], found: FoundProducts, offset: number, limit: number): number[] {
  const most = offset + limit;
  const first = parts.flatMap((part) => part.segment.foundHere(found).firstOf(part, most));
  return first
    .sort(compareRanks)
    .slice(offset, most)
    .map(({ id }) => id);
}
