import { addRun, type Bitset, emptyBitset, hasBit, keepCommon, listBits } from '#lib/facets/bitset.ts';
import type { FoundPart, FoundProducts } from '#lib/facets/facet-values.ts';
import { FirstOf, type Ranked } from '#lib/facets/first-of.ts';
import type { ListingColumns } from '#lib/facets/listing-columns.ts';
import { RUN_LENGTH, type Runs } from '#lib/facets/runs-of-ids.ts';

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

  /** `runsOf` says where products of other ids stand in the segment. */
  constructor(columns: ListingColumns, { parts }: FoundProducts, runsOf: (ids: Uint32Array) => Runs) {
    this.#columns = columns;
    this.#parts = parts.map((part) => ({ part, runs: runsOf(part.ids) })).filter(({ runs }) => runs.length > 0);
    this.bits = emptyBitset(columns.size);
    for (const { part, runs } of this.#parts) addRuns(this.bits, part.bits, runs);
  }

  /** The first so many that match, by score, then what sells, then the newest. */
  firstOf(match: Bitset, most: number): Ranked[] {
    if (most > BEST_KEPT) return this.#ranked(most, match);
    this.#best ??= this.#ranked(BEST_KEPT);
    const first = this.#best.filter(({ position }) => hasBit(match, position)).slice(0, most);
    const isAll = this.#best.length < BEST_KEPT;
    return isAll || first.length === most ? first : this.#ranked(most, match);
  }

  #ranked(most: number, match?: Bitset): Ranked[] {
    const { ids, sold, size } = this.#columns;
    const first = new FirstOf(Math.min(most, size));
    for (const { part, runs } of this.#parts) {
      const here = emptyBitset(size);
      addRuns(here, part.bits, runs);
      if (match) keepCommon(here, match);
      part.scored((scoreAt) => {
        let run = runs.length - RUN_LENGTH;
        const positions = listBits(here);
        // The newest first: what is equal to those that are kept is passed over.
        for (let at = positions.length - 1; at >= 0; at--) {
          const position = positions[at]!;
          while (runs[run + 1]! > position) run -= RUN_LENGTH;
          const score = scoreAt(position - runs[run + 1]! + runs[run]!);
          first.offer(score * SOLD_LIMIT + Math.min(sold[position]!, SOLD_LIMIT - 1), position);
        }
      });
    }
    return first.inOrder(ids);
  }
}

function addRuns(to: Bitset, from: Bitset, runs: Runs): void {
  for (let at = 0; at < runs.length; at += RUN_LENGTH) addRun(to, runs[at + 1]!, from, runs[at]!, runs[at + 2]!);
}
