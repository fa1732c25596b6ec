import type { FoundProducts, ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { Sort } from '#lib/catalog/listing-index/facets/facets.ts';
import { hasBit, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { isComparableScore } from '#lib/catalog/search/scoring/search-score.ts';
import { indexOfId } from '#lib/primitives/binary-search.ts';

/** Only relevant products among this many best matches are sorted by price: eight pages of 12. */
const MAX_SORTED_BY_PRICE = 96;

interface Index {
  page(filter: ListFilter, sort: Sort, offset: number, limit: number): number[];
}

/**
 * The ids of a page for a search whose price limit no relevant product meets: the relevant products, nearest prices
 * first, then the others.
 */
export function nearestPage(index: Index, filter: ListFilter, order: Sort, offset: number, limit: number): number[] {
  const { hits } = filter;
  if (!hits) return index.page(filter, order, offset, limit);
  const best = index.page(filter, 'best', 0, MAX_SORTED_BY_PRICE);
  const highest = scoreOf(hits, best[0] ?? 0);
  const relevant = best.filter((id) => isComparableScore(scoreOf(hits, id), highest));
  const nearest = index.page({ ...filter, hits: restrictedTo(hits, relevant) }, order, 0, MAX_SORTED_BY_PRICE);
  const seen = new Set(nearest);
  const first = [...nearest, ...best.filter((id) => !seen.has(id))].slice(offset, offset + limit);
  const missing = limit - first.length;
  return missing > 0
    ? [...first, ...index.page(filter, 'best', Math.max(offset, MAX_SORTED_BY_PRICE), missing)]
    : first;
}

/** 0 for a product that was not found. */
export function scoreOf({ parts }: FoundProducts, id: number): number {
  let score = 0;
  for (const { ids, bits, withScores } of parts) {
    const position = indexOfId(ids, id);
    if (position !== undefined && hasBit(bits, position)) withScores((scoreAt) => (score = scoreAt(position)));
  }
  return score;
}

function restrictedTo({ key, parts }: FoundProducts, chosen: readonly number[]): FoundProducts {
  return {
    key: `${key} of ${chosen.join()}`,
    parts: parts.map((part) => {
      const bits = new Uint32Array(part.bits.length);
      for (const id of chosen) {
        const position = indexOfId(part.ids, id);
        if (position !== undefined) setBit(bits, position);
      }
      return { ...part, bits };
    }),
  };
}
