import type { FoundPart, FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { type CommonIds, visitDescending } from '#lib/catalog/listing-index/large/large-segment.ts';
import {
  type Bitset,
  emptyBitset,
  isIn,
  type MatchedRange,
  setBit,
} from '#lib/catalog/listing-index/positions/bitset.ts';
import type { ListingColumns } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { type RankedProduct, TopN } from '#lib/catalog/listing-index/segment/top-n.ts';

/**
 * A number that exceeds the sales of any product, in pieces or centimetres. The sort key, `score * SOLD_LIMIT + sold`,
 * fits in 53 bits, because scores are below 2^20.
 */
const SOLD_LIMIT = 2 ** 33;
/** The number of cached results. Most pages of a search show products from the top of the ranking. */
const CACHED_COUNT = 128;

/** The search results in one segment, including removed products, as a bitset and as a ranking. */
export class SegmentMatches {
  readonly bits: Bitset;
  readonly #columns: ListingColumns;
  readonly #parts: readonly { part: FoundPart; commonIds: CommonIds }[];
  #bestResults: RankedProduct[] | undefined;

  constructor(columns: ListingColumns, { parts }: FoundProducts, commonIdsOf: (ids: Uint32Array) => CommonIds) {
    this.#columns = columns;
    const partsWithIds = parts.map((part) => ({ part, commonIds: commonIdsOf(part.ids) }));
    this.#parts = partsWithIds.filter(({ commonIds }) => commonIds.length > 0);
    this.bits = emptyBitset(columns.size);
    const { positions } = columns;
    for (const { part, commonIds } of this.#parts)
      visitDescending(commonIds, part.bits, (_, rank) => setBit(this.bits, positions[rank]!));
  }

  /** Returns the best `count` results in `range`. */
  top(range: MatchedRange, count: number): RankedProduct[] {
    if (count > CACHED_COUNT) return this.#rank(count, range);
    this.#bestResults ??= this.#rank(CACHED_COUNT);
    const topResults = this.#bestResults.filter(({ position }) => isIn(range, position)).slice(0, count);
    const isComplete = this.#bestResults.length < CACHED_COUNT;
    return isComplete || topResults.length === count ? topResults : this.#rank(count, range);
  }

  #rank(count: number, range?: MatchedRange): RankedProduct[] {
    const { idsAscending, positions, sold, size } = this.#columns;
    const topResults = new TopN(Math.min(count, size));
    let minScore = 0;
    for (const { part, commonIds } of this.#parts) {
      part.withScores((scoreAt) =>
        visitDescending(commonIds, part.bits, (index, rank) => {
          const score = scoreAt(index);
          // Most results score too low. Their sales, which are scattered in memory, are not read.
          if (score < minScore) return;
          const position = positions[rank]!;
          if (range && !isIn(range, position)) return;
          topResults.offer(score * SOLD_LIMIT + Math.min(sold[position]!, SOLD_LIMIT - 1), rank);
          minScore = Math.floor(topResults.minKey / SOLD_LIMIT);
        }),
      );
    }
    return topResults.sorted(idsAscending).map((result) => ({ ...result, position: positions[result.position]! }));
  }
}
