import { type Bitset, emptyBitset, hasBit, setBit } from '#lib/facets/bitset.ts';
import type { FoundProducts } from '#lib/facets/facet-values.ts';
import { FirstOf, type Ranked } from '#lib/facets/first-of.ts';
import type { ListingColumns } from '#lib/facets/listing-columns.ts';
import { NOWHERE, placesOfIds } from '#lib/facets/places-of-ids.ts';

/** Above what any product sells, in pieces or centimetres; with a score below 2^20 it makes a key of 53 bits. */
const SOLD_LIMIT = 2 ** 33;
/** Most lists of a search begin with some of these. */
const BEST_KEPT = 256;

/** What a search found in one segment, dead or alive: its bits, and which of it come first. */
export class FoundHere {
  readonly bits: Bitset;
  readonly #columns: ListingColumns;
  /** Positions, ascending, with their scores. */
  readonly #positions: Uint32Array;
  readonly #scores: Uint32Array;
  #best: Ranked[] | undefined;

  constructor(columns: ListingColumns, { ids, scores }: FoundProducts) {
    this.#columns = columns;
    this.bits = emptyBitset(columns.size);
    const places = placesOfIds(columns.ids, ids);
    this.#scores = new Uint32Array(ids.length);
    let count = 0;
    for (let at = 0; at < places.length; at++) {
      const position = places[at]!;
      if (position === NOWHERE) continue;
      setBit(this.bits, position);
      this.#scores[count] = scores[at]!;
      places[count++] = position;
    }
    this.#positions = places.subarray(0, count);
  }

  /** The first so many that match, by score, then what sells, then the newest. */
  firstOf(match: Bitset, most: number): Ranked[] {
    if (most > BEST_KEPT) return this.#ranked(most, match);
    this.#best ??= this.#ranked(BEST_KEPT);
    const first = this.#best.filter(({ position }) => hasBit(match, position)).slice(0, most);
    const isAll = this.#best.length === this.#positions.length;
    return isAll || first.length === most ? first : this.#ranked(most, match);
  }

  /** From the newest on: of equals the first one stays, and none is looked at twice. */
  #ranked(most: number, match?: Bitset): Ranked[] {
    const { ids, sold } = this.#columns;
    const first = new FirstOf(Math.min(most, this.#positions.length));
    for (let at = this.#positions.length - 1; at >= 0; at--) {
      const position = this.#positions[at]!;
      if (match && !hasBit(match, position)) continue;
      first.offer(this.#scores[at]! * SOLD_LIMIT + Math.min(sold[position]!, SOLD_LIMIT - 1), position);
    }
    return first.inOrder(ids);
  }
}
