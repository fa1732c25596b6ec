import { hasBit } from '#lib/facets/bitset.ts';
import type { FoundProducts } from '#lib/facets/facet-values.ts';
import { forEachFound } from '#lib/facets/listing-match.ts';
import type { MatchedSegment } from '#lib/facets/listing-page.ts';

/** Above what any product sells, in pieces or centimetres; with a score below 2^20 it makes a key of 53 bits. */
const SOLD_LIMIT = 2 ** 33;
const SORTED_AT_MOST = 1_000;

interface Ranked {
  id: number;
  key: number;
}

/** A page of what a search found: by score, then what sells, then the newest. */
export function bestOf(parts: MatchedSegment[], found: FoundProducts, offset: number, limit: number): number[] {
  const ranked = parts.flatMap((part) => rankedIn(part, found));
  return topOf(ranked, offset + limit)
    .slice(offset, offset + limit)
    .map(({ id }) => id);
}

function rankedIn({ segment, match }: MatchedSegment, found: FoundProducts): Ranked[] {
  const ranked: Ranked[] = [];
  const { ids, sold } = segment.columns;
  forEachFound(segment, found, (position, score) => {
    if (!hasBit(match, position)) return;
    const key = score * SOLD_LIMIT + Math.min(sold[position]!, SOLD_LIMIT - 1);
    ranked.push({ id: ids[position]!, key });
  });
  return ranked;
}

/** Of many, only those that can be among the first are put in order. */
function topOf(ranked: Ranked[], most: number): Ranked[] {
  const isFirst = (a: Ranked, b: Ranked) => b.key - a.key || b.id - a.id;
  if (ranked.length <= SORTED_AT_MOST) return ranked.sort(isFirst);
  const keys = Float64Array.from(ranked, ({ key }) => key).sort();
  const least = keys[Math.max(0, keys.length - most)]!;
  return ranked.filter(({ key }) => key >= least).sort(isFirst);
}
