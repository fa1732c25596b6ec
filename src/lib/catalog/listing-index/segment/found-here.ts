import { type Bitset, emptyBitset, setBit } from '#lib/catalog/listing-index/facets/bitset.ts';
import type { FoundPart, FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import { FirstOf, type Ranked } from '#lib/catalog/listing-index/segment/first-of.ts';
import type { ListingColumns } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { isIn, type MatchedRange } from '#lib/catalog/listing-index/segment/matched-range.ts';
import { RUN_LENGTH, type Runs } from '#lib/catalog/listing-index/segment/runs-of-ids.ts';

/** Above what any product sells, in pieces or centimetres; with a score below 2^20 it makes a key of 53 bits. */
const SOLD_LIMIT = 2 ** 33;
/** Most lists of a search begin with some of these. */
const BEST_KEPT = 128;

/** What a search found in one segment, dead or alive: its bits, and which of it come first. */
export class FoundHere {
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
      fromTheLast(part.bits, runs, (_, place) => setBit(this.bits, positions[place]!));
  }

  firstOf(among: MatchedRange, most: number): Ranked[] {
    if (most > BEST_KEPT) return this.#ranked(most, among);
    this.#best ??= this.#ranked(BEST_KEPT, { match: this.bits, run: { from: 0, to: this.#columns.size } });
    const first = this.#best.filter(({ position }) => isIn(among, position)).slice(0, most);
    const isAll = this.#best.length < BEST_KEPT;
    return isAll || first.length === most ? first : this.#ranked(most, among);
  }

  #ranked(most: number, among: MatchedRange): Ranked[] {
    const { idsAscending, positions, sold, size } = this.#columns;
    const first = new FirstOf(Math.min(most, size));
    for (const { part, runs } of this.#parts) {
      part.scored((scoreAt) =>
        fromTheLast(part.bits, runs, (at, place) => {
          const position = positions[place]!;
          if (!isIn(among, position)) return;
          first.offer(scoreAt(at) * SOLD_LIMIT + Math.min(sold[position]!, SOLD_LIMIT - 1), place);
        }),
      );
    }
    return first.inOrder(idsAscending).map((ranked) => ({ ...ranked, position: positions[ranked.position]! }));
  }
}

/** Of what is set in a part, its position there and the product's place among ascending ids; the newest first. */
function fromTheLast(bits: Bitset, runs: Runs, visit: (at: number, place: number) => void): void {
  for (let run = runs.length - RUN_LENGTH; run >= 0; run -= RUN_LENGTH) {
    const [from, begin, length] = [runs[run]!, runs[run + 1]!, runs[run + 2]!];
    for (let at = from + length - 1; at >= from; at--) {
      const word = bits[at >>> 5]! << (31 - (at & 31));
      at -= word === 0 ? at & 31 : Math.clz32(word);
      if (word !== 0 && at >= from) visit(at, at - from + begin);
    }
  }
}
