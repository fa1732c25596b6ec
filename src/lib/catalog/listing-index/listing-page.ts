import { deepPlaces } from '#lib/catalog/listing-index/deep-page.ts';
import { forEachInRun } from '#lib/catalog/listing-index/facets/bitset.ts';
import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';
import type { OrderedPart } from '#lib/catalog/listing-index/ordered-part.ts';
import { FirstOf } from '#lib/catalog/listing-index/segment/first-of.ts';
import { isIn } from '#lib/catalog/listing-index/segment/matched-range.ts';
import { OrderBlocks } from '#lib/catalog/listing-index/segment/order-blocks.ts';

/** Fewer matches are sorted; more are found faster by walking the whole order. */
const SORTED_AT_MOST = 2_000;
/** Sorting a match takes as long as walking so many places. */
const PLACES_A_MATCH = 64;
/** Walking to a page that lies deeper costs more than counting the blocks before it. */
const WALKED_AT_MOST = 2_000;

export function pageOf(parts: MatchedSegment[], sort: FixedSort, offset: number, limit: number): number[] {
  const isDeep = offset > WALKED_AT_MOST;
  const ordered = parts
    .filter((part) => part.count > 0)
    .map((part) => inOrder(part, sort, isDeep ? undefined : offset + limit));
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
    const { order, segment, sort } = this.#part;
    while (this.#place < order.length && !isIn(this.#part, order[this.#place]!)) this.#place++;
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

function inOrder(part: MatchedSegment, sort: FixedSort, most?: number): OrderedPart {
  const { segment, match, run, count } = part;
  const isWalked = count > SORTED_AT_MOST || segment.size < count * PLACES_A_MATCH;
  if (isWalked) {
    const order = segment.order(sort);
    return most === undefined ? { ...part, sort, order, before: countedBefore(part, sort) } : { ...part, sort, order };
  }
  const first = new FirstOf(Math.min(most ?? count, count));
  const { ids } = segment.columns;
  forEachInRun(match, run, (position) => first.offer(-segment.key(sort, position), ids[position]!));
  const order = Uint32Array.from(first.inOrder(), ({ id }) => segment.positionOf(id)!);
  return { ...part, sort, order };
}

function countedBefore({ segment, match, run, orders }: MatchedSegment, sort: FixedSort): Uint32Array {
  const blocks = orders.get(sort) ?? new OrderBlocks(match, segment.orderBlocks(sort));
  orders.set(sort, blocks);
  return blocks.before(run);
}
