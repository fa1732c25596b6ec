import type { FoundPart, FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { RUN_LENGTH, type Runs } from '#lib/catalog/listing-index/large/common-ids.ts';
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
  readonly #parts: readonly { part: FoundPart; runs: Runs }[];
  #best: Ranked[] | undefined;

  constructor(columns: ListingColumns, { parts }: FoundProducts, runsOf: (ids: Uint32Array) => Runs) {
    this.#columns = columns;
    this.#parts = parts.map((part) => ({ part, runs: runsOf(part.ids) })).filter(({ runs }) => runs.length > 0);
    this.bits = emptyBitset(columns.size);
    const { positions } = columns;
    for (const { part, runs } of this.#parts)
      visitNewestFirst(part.bits, runs, (_, rank) => setBit(this.bits, positions[rank]!));
  }

  top(among: MatchedRange, count: number): Ranked[] {
    if (count > CACHED_TOP) return this.#ranked(count, among);
    this.#best ??= this.#ranked(CACHED_TOP);
    const first = this.#best.filter(({ position }) => isIn(among, position)).slice(0, count);
    const isAll = this.#best.length < CACHED_TOP;
    return isAll || first.length === count ? first : this.#ranked(count, among);
  }

  /** Most results score too low for the top: these cost no look at their sales, which lie all over the memory. */
  #ranked(count: number, among?: MatchedRange): Ranked[] {
    const { idsAscending, positions, sold, size } = this.#columns;
    const first = new TopN(Math.min(count, size));
    let minScore = 0;
    for (const { part, runs } of this.#parts) {
      part.withScores((scoreAt) =>
        visitNewestFirst(part.bits, runs, (at, rank) => {
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

/** For each bit set in a part, newest first: its position in the part and the product's rank by ascending id. */
function visitNewestFirst(bits: Bitset, runs: Runs, visit: (at: number, rank: number) => void): void {
  for (let run = runs.length - RUN_LENGTH; run >= 0; run -= RUN_LENGTH) {
    const [from, begin, length] = [runs[run]!, runs[run + 1]!, runs[run + 2]!];
    for (let at = from + length - 1; at >= from; at--) {
      const word = bits[at >>> 5]! << (31 - (at & 31));
      at -= word === 0 ? at & 31 : Math.clz32(word);
      if (word !== 0 && at >= from) visit(at, at - from + begin);
    }
  }
}
