import type { FoundProducts, ListFilter } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { Sort } from '#lib/catalog/listing-index/facets/facets.ts';
import type { ListingIndex } from '#lib/catalog/listing-index/listing-index.server.ts';
import { hasBit, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { isComparableScore } from '#lib/catalog/search/scoring/search-score.ts';
import { indexOfId } from '#lib/primitives/binary-search.ts';

/** The number of best matches among which relevant products are sorted by price: eight pages of 12. */
const MAX_SORTED_BY_PRICE = 96;

/**
 * Returns the product ids on a page of a search whose price limit no relevant product meets: the relevant products,
 * nearest prices first, then all other matches.
 */
export function pageByNearestPrice(
  index: Pick<ListingIndex, 'page'>,
  filter: ListFilter,
  nearestSort: Sort,
  offset: number,
  limit: number,
): number[] {
  const { hits } = filter;
  if (!hits) return index.page(filter, nearestSort, offset, limit);
  const bestIds = index.page(filter, 'best', 0, MAX_SORTED_BY_PRICE);
  const highestScore = scoreOf(hits, bestIds[0] ?? 0);
  const relevantIds = bestIds.filter((id) => isComparableScore(scoreOf(hits, id), highestScore));
  const nearestIds = index.page(
    { ...filter, hits: restrictedTo(hits, relevantIds) },
    nearestSort,
    0,
    MAX_SORTED_BY_PRICE,
  );
  const nearestIdSet = new Set(nearestIds);
  const ids = [...nearestIds, ...bestIds.filter((id) => !nearestIdSet.has(id))].slice(offset, offset + limit);
  const missingCount = limit - ids.length;
  return missingCount > 0
    ? [...ids, ...index.page(filter, 'best', Math.max(offset, MAX_SORTED_BY_PRICE), missingCount)]
    : ids;
}

/** Returns the score of a product; 0 if it was not found. */
export function scoreOf({ parts }: FoundProducts, id: number): number {
  let score = 0;
  for (const { ids, bits, withScores } of parts) {
    const position = indexOfId(ids, id);
    if (position !== undefined && hasBit(bits, position)) withScores((scoreAt) => (score = scoreAt(position)));
  }
  return score;
}

function restrictedTo({ key, parts }: FoundProducts, chosenIds: readonly number[]): FoundProducts {
  return {
    key: `${key} of ${chosenIds.join()}`,
    parts: parts.map((part) => {
      const bits = new Uint32Array(part.bits.length);
      for (const id of chosenIds) {
        const position = indexOfId(part.ids, id);
        if (position !== undefined) setBit(bits, position);
      }
      return { ...part, bits };
    }),
  };
}
