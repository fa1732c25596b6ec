import { type Bitset, forEachBit, hasBit } from '#lib/facets/bitset.ts';
import type { FixedSort } from '#lib/facets/facets.ts';
import type { ListingSegment } from '#lib/facets/listing-segment.ts';

/** Fewer matches are sorted; more are found faster by walking the whole order. */
const SORTED_AT_MOST = 2_000;

export interface MatchedSegment {
  segment: ListingSegment;
  match: Bitset;
  count: number;
}

export function pageOf(parts: MatchedSegment[], sort: FixedSort, offset: number, limit: number): number[] {
  const cursors = parts
    .filter((part) => part.count > 0)
    .map((part) => ({ part, walk: positions(part, sort), at: 0, key: 0, id: 0 }));
  const step = (cursor: (typeof cursors)[number]): boolean => {
    const next = cursor.walk.next();
    if (next.done) return false;
    cursor.key = cursor.part.segment.key(sort, next.value);
    cursor.id = cursor.part.segment.columns.ids[next.value]!;
    return true;
  };
  let open = cursors.filter(step);
  const ids: number[] = [];
  for (let rank = 0; open.length > 0 && ids.length < limit; rank++) {
    const first = open.reduce((a, b) => (b.key < a.key || (b.key === a.key && b.id > a.id) ? b : a));
    if (rank >= offset) ids.push(first.id);
    if (!step(first)) open = open.filter((cursor) => cursor !== first);
  }
  return ids;
}

function* positions({ segment, match, count }: MatchedSegment, sort: FixedSort): Generator<number, undefined> {
  if (count > SORTED_AT_MOST) {
    for (const position of segment.order(sort)) if (hasBit(match, position)) yield position;
    return;
  }
  const found: number[] = [];
  forEachBit(match, (position) => found.push(position));
  yield* found.sort((a, b) => segment.key(sort, a) - segment.key(sort, b) || b - a);
}
