import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import { seekIndexes } from '#lib/catalog/listing-index/large/large-segment.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/matched-segment.ts';
import { forEachInRun } from '#lib/catalog/listing-index/positions/bitset.ts';
import { isIn } from '#lib/catalog/listing-index/positions/matched-range.ts';
import { TopN } from '#lib/catalog/listing-index/segment/top-n.ts';

/** Up to this many matches are sorted. For more, walking the whole order is faster. */
const MAX_SORTED = 2_000;
/** Sorting one match takes as long as this many steps of a walk. */
const STEPS_PER_MATCH = 64;
/** Beyond this offset, seeking is cheaper than walking. At least MAX_SORTED, so sorted parts contain all matches. */
const MAX_WALKED = 2_000;

/** The ids of a page. Merges the parts by sort order; of products with the same key, the newest comes first. */
export function pageOf(parts: MatchedSegment[], sort: FixedSort, offset: number, limit: number): number[] {
  const isDeep = offset > MAX_WALKED;
  const ordered = parts.filter((part) => part.count > 0).map((part) => orderedPart(part, sort, offset + limit));
  const starts = isDeep ? seekIndexes(ordered, offset) : ordered.map(() => 0);
  const cursors = ordered.map((part, index) => new Cursor(part, starts[index]!));
  let open = cursors.filter((cursor) => cursor.step());
  const ids: number[] = [];
  for (let rank = isDeep ? offset : 0; open.length > 0 && ids.length < limit; rank++) {
    const first = open.reduce((a, b) => (b.isBefore(a) ? b : a));
    if (rank >= offset) ids.push(first.id);
    if (!first.step()) open = open.filter((cursor) => cursor !== first);
  }
  return ids;
}

/** Positions of one segment in sort order, including all matches of the page. */
interface OrderedPart extends MatchedSegment {
  sort: FixedSort;
  order: Uint32Array;
}

class Cursor {
  readonly #part: OrderedPart;
  #index: number;
  key = 0;
  id = 0;

  constructor(part: OrderedPart, index: number) {
    this.#part = part;
    this.#index = index;
  }

  step(): boolean {
    const { order, segment, sort } = this.#part;
    while (this.#index < order.length && !isIn(this.#part, order[this.#index]!)) this.#index++;
    const position = order[this.#index++];
    if (position === undefined) return false;
    this.key = segment.key(sort, position);
    this.id = segment.columns.ids[position]!;
    return true;
  }

  isBefore(other: Cursor): boolean {
    return this.key < other.key || (this.key === other.key && this.id > other.id);
  }
}

function orderedPart(part: MatchedSegment, sort: FixedSort, end: number): OrderedPart {
  const { segment, match, run, count } = part;
  const isWalked = count > MAX_SORTED || segment.size < count * STEPS_PER_MATCH;
  if (isWalked) return { ...part, sort, order: segment.order(sort) };
  const first = new TopN(Math.min(end, count));
  const { ids } = segment.columns;
  forEachInRun(match, run, (position) => first.offer(-segment.key(sort, position), ids[position]!));
  const order = Uint32Array.from(first.sorted(), ({ id }) => segment.positionOf(id)!);
  return { ...part, sort, order };
}
