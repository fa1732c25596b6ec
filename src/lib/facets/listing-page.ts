import { type Bitset, hasBit, listBits } from '#lib/facets/bitset.ts';
import { deepPlaces } from '#lib/facets/deep-page.ts';
import type { FixedSort } from '#lib/facets/facets.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';

/** Fewer matches are sorted; more are found faster by walking the whole order. */
const SORTED_AT_MOST = 2_000;
/** Sorting a match takes as long as walking so many places. */
const PLACES_A_MATCH = 64;
/** Walking to a page that lies deeper costs more than counting the blocks before it. */
const WALKED_AT_MOST = 2_000;

export interface MatchedSegment {
  segment: ListingSegment;
  match: Bitset;
  count: number;
  /** For each order that a deep page was asked in: how many match before each of its blocks. */
  blocks?: Map<FixedSort, Uint32Array>;
}

/** Positions of one segment in the order of a list, among which are all that match. */
export interface OrderedPart extends MatchedSegment {
  sort: FixedSort;
  order: Uint32Array;
}

export function pageOf(parts: MatchedSegment[], sort: FixedSort, offset: number, limit: number): number[] {
  const ordered = parts.filter((part) => part.count > 0).map((part) => inOrder(part, sort));
  const isDeep = offset > WALKED_AT_MOST;
  const places = isDeep ? deepPlaces(ordered, offset) : ordered.map(() => 0);
  const cursors = ordered.map((part, index) => new Cursor(part, places[index]!));
  let open = cursors.filter((cursor) => cursor.step());
  const ids: number[] = [];
  for (let rank = isDeep ? offset : 0; open.length > 0 && ids.length < limit; rank++) {
    const first = open.reduce((a, b) => (b.isBefore(a) ? b : a));
    if (rank >= offset) ids.push(first.id);
    if (!first.step()) open = open.filter((cursor) => cursor !== first);
  }
  return ids;
}

class Cursor {
  readonly #part: OrderedPart;
  #place: number;
  key = 0;
  id = 0;

  constructor(part: OrderedPart, place: number) {
    this.#part = part;
    this.#place = place;
  }

  step(): boolean {
    const { order, match, segment, sort } = this.#part;
    while (this.#place < order.length && !hasBit(match, order[this.#place]!)) this.#place++;
    const position = order[this.#place++];
    if (position === undefined) return false;
    this.key = segment.key(sort, position);
    this.id = segment.columns.ids[position]!;
    return true;
  }

  isBefore(other: Cursor): boolean {
    return this.key < other.key || (this.key === other.key && this.id > other.id);
  }
}

function inOrder(part: MatchedSegment, sort: FixedSort): OrderedPart {
  const { segment, match, count } = part;
  part.blocks ??= new Map();
  const isWalked = count > SORTED_AT_MOST || segment.size < count * PLACES_A_MATCH;
  if (isWalked) return { ...part, sort, order: segment.order(sort) };
  const { ids } = segment.columns;
  const order = listBits(match).sort((a, b) => segment.key(sort, a) - segment.key(sort, b) || ids[b]! - ids[a]!);
  return { ...part, sort, order };
}
