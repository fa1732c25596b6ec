import type { FoundProducts } from '#lib/catalog/listing-index/facets/facet-values.ts';
import type { FixedSort } from '#lib/catalog/listing-index/facets/facets.ts';
import { seekIndexes } from '#lib/catalog/listing-index/large/large-segment.ts';
import { forEachInRun, isIn } from '#lib/catalog/listing-index/positions/bitset.ts';
import type { MatchedSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { compareRanks, TopN } from '#lib/catalog/listing-index/segment/top-n.ts';

/** Up to this many matches are sorted. For more matches, walking the whole order is faster. */
const MAX_SORTED_MATCHES = 2_000;
/** Sorting one match takes as long as this many steps of a walk. */
const STEPS_PER_MATCH = 64;
/**
 * Beyond this offset, seeking is cheaper than walking. Must be at least MAX_SORTED_MATCHES, so that sorted parts
 * contain all their matches.
 */
const MAX_WALKED_OFFSET = 2_000;

/** Returns the ids on a page. Merges the parts by sort order; of products with the same key, the newest comes first. */
export function pageOf(parts: MatchedSegment[], sort: FixedSort, offset: number, limit: number): number[] {
  const isDeep = offset > MAX_WALKED_OFFSET;
  const orderedParts = parts.filter((part) => part.count > 0).map((part) => orderedPart(part, sort, offset + limit));
  const starts = isDeep ? seekIndexes(orderedParts, offset) : orderedParts.map(() => 0);
  const cursors = orderedParts.map((part, index) => new Cursor(part, starts[index]!));
  let openCursors = cursors.filter((cursor) => cursor.step());
  const ids: number[] = [];
  for (let rank = isDeep ? offset : 0; openCursors.length > 0 && ids.length < limit; rank++) {
    const firstCursor = openCursors.reduce((a, b) => (b.isBefore(a) ? b : a));
    if (rank >= offset) ids.push(firstCursor.id);
    if (!firstCursor.step()) openCursors = openCursors.filter((cursor) => cursor !== firstCursor);
  }
  return ids;
}

/** Positions of one segment in sort order, including all matches on the page. */
interface PagePart extends MatchedSegment {
  sort: FixedSort;
  order: Uint32Array;
}

class Cursor {
  readonly #part: PagePart;
  #index: number;
  key = 0;
  id = 0;

  constructor(part: PagePart, index: number) {
    this.#part = part;
    this.#index = index;
  }

  /** Moves to the next match. Returns false if there is none. */
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

function orderedPart(part: MatchedSegment, sort: FixedSort, end: number): PagePart {
  const { segment, match, run, count } = part;
  const isWalked = count > MAX_SORTED_MATCHES || segment.size < count * STEPS_PER_MATCH;
  if (isWalked) return { ...part, sort, order: segment.order(sort) };
  const topMatches = new TopN(Math.min(end, count));
  const { ids } = segment.columns;
  forEachInRun(match, run, (position) => topMatches.offer(-segment.key(sort, position), ids[position]!));
  const order = Uint32Array.from(topMatches.sorted(), ({ id }) => segment.positionOf(id)!);
  return { ...part, sort, order };
}

/** Returns the product ids on a page of search results, sorted by highest score, most units sold, then newest first. */
export function bestMatches(parts: MatchedSegment[], hits: FoundProducts, offset: number, limit: number): number[] {
  const end = offset + limit;
  const topMatches = parts.flatMap((part) => part.segment.searchMatches(hits).top(part, end));
  return topMatches
    .sort(compareRanks)
    .slice(offset, end)
    .map(({ id }) => id);
}
