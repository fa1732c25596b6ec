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

  constructor(columns: ListingColumns, { parts }: FoundProducts, runsOf: (ids: Uint32Array) => Runs) {
    this.#columns = columns;
    this.#parts = parts.map((part) => ({ part, runs: runsOf(part.ids) })).filter(({ runs }) => runs.length > 0);
    this.bits = emptyBitset(columns.size);
    for (const { part, runs } of this.#parts) addRuns(this.bits, part.bits, runs);
  }

  firstOf(match: Bitset, most: number): Ranked[] {
    if (most > BEST_KEPT) return this.#ranked(most, match);
    this.#best ??= this.#ranked(BEST_KEPT);
    const first = this.#best.filter(({ position }) => hasBit(match, position)).slice(0, most);
    const isAll = this.#best.length < BEST_KEPT;
    return isAll || first.length === most ? first : this.#ranked(most, match);
  }

  #ranked(most: number, match?: Bitset): Ranked[] {
    const { ids, sold, size } = this.#columns;
    const matching = this.bits.slice();
    if (match) keepCommon(matching, match);
    const positions = listBits(matching);
    const first = new FirstOf(Math.min(most, size));
    for (const { part, runs } of this.#parts) {
      part.scored((scoreAt) =>
        fromTheLast(positions, runs, (position, at) => {
          // What a part lost stands in a newer one.
          if (!hasBit(part.bits, at)) return;
          first.offer(scoreAt(at) * SOLD_LIMIT + Math.min(sold[position]!, SOLD_LIMIT - 1), position);
        }),
      );
    }
    return first.inOrder(ids);
  }
}

/** The newest first, so that what is equal to those that are kept is passed over. */
function fromTheLast(positions: Uint32Array, runs: Runs, visit: (position: number, at: number) => void): void {
  let next = positions.length - 1;
  for (let run = runs.length - RUN_LENGTH; run >= 0; run -= RUN_LENGTH) {
    const [from, begin] = [runs[run]!, runs[run + 1]!];
    const end = begin + runs[run + 2]!;
    while (next >= 0 && positions[next]! >= end) next--;
    for (; next >= 0 && positions[next]! >= begin; next--) visit(positions[next]!, positions[next]! - begin + from);
  }
}

function addRuns(to: Bitset, from: Bitset, runs: Runs): void {
  for (let at = 0; at < runs.length; at += RUN_LENGTH) addRun(to, runs[at + 1]!, from, runs[at]!, runs[at + 2]!);
}
