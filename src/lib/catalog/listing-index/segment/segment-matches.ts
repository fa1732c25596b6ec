import type { FoundPart, FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { CommonIds } from '#lib/catalog/listing-index/large/large-segment.ts';
import { type Bitset, emptyBitset, setBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { isIn, type MatchedRange } from '#lib/catalog/listing-index/positions/matched-range.ts';
import type { ListingColumns } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { type Ranked, TopN } from '#lib/catalog/listing-index/segment/top-n.ts';

/** Exceeds the sales of any product, in pieces or centimetres. With a score below 2^20 the key fits 53 bits. */
const SOLD_LIMIT = 2 ** 33;
/** Most pages of a search show products from the top of the ranking. */
const CACHED_TOP = 128;

/** The search results in one segment, including removed products, as bits and ranked. */
export class SegmentMatches {
  readonly bits: Bitset;
  readonly #columns: ListingColumns;
  readonly #parts: readonly { part: FoundPart; common: CommonIds }[];
  #best: Ranked[] | undefined;

  constructor(columns: ListingColumns, { parts }: FoundProducts, commonIds: (ids: Uint32Array) => CommonIds) {
    this.#columns = columns;
    const own = parts.map((part) => ({ part, common: commonIds(part.ids) }));
    this.#parts = own.filter(({ common }) => !common.isEmpty);
    this.bits = emptyBitset(columns.size);
    const { positions } = columns;
    for (const { part, common } of this.#parts)
      common.visitDescending(part.bits, (_, rank) => setBit(this.bits, positions[rank]!));
  }

  /** The best `count` results in `among`. */
  top(among: MatchedRange, count: number): Ranked[] {
    if (count > CACHED_TOP) return this.#ranked(count, among);
    this.#best ??= this.#ranked(CACHED_TOP);
    const first = this.#best.filter(({ position }) => isIn(among, position)).slice(0, count);
    const isAll = this.#best.length < CACHED_TOP;
    return isAll || first.length === count ? first : this.#ranked(count, among);
  }

  /** Most results score too low: their sales, which are scattered in memory, are not read. */
  #ranked(count: number, among?: MatchedRange): Ranked[] {
    const { idsAscending, positions, sold, size } = this.#columns;
    const first = new TopN(Math.min(count, size));
    let minScore = 0;
    for (const { part, common } of this.#parts) {
      part.withScores((scoreAt) =>
        common.visitDescending(part.bits, (at, rank) => {
          const score = scoreAt(at);
          if (score < minScore) return;
          const position = positions[rank]!;
          if (among && !isIn(among, position)) return;
          first.offer(score * SOLD_LIMIT + Math.min(sold[position]!, SOLD_LIMIT - 1), rank);
          minScore = Math.floor(first.minKey / SOLD_LIMIT);
        }),
      );
    }
    return first.sorted(idsAscending).map((ranked) => ({ ...ranked, position: positions[ranked.position]! }));
  }
}
