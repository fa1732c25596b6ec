import { SORTS } from '#lib/catalog/listing-index/facets/facets.ts';
import { hasBit } from '#lib/catalog/listing-index/positions/bitset.ts';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import type { Pair } from '#lib/catalog/listing-index/segment/merging.ts';
import { buildPostings } from '#lib/catalog/listing-index/segment/value-postings.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { runYielding, type WaitingQueries } from '#lib/platform/jobs/yielding-run.server.ts';

const ROWS_PER_STEP = 16;

/** Builds a segment without blocking other work. */
export function buildSegment(builder: ColumnsBuilder): Promise<ListingSegment> {
  return runYielding(buildSteps(builder));
}

/** Merges two segments without blocking other work; queries in `waitingQueries` are answered before each step. */
export function mergeSegments(
  [older, newer]: Pair<ListingSegment>,
  waitingQueries?: WaitingQueries,
): Promise<ListingSegment> {
  return runYielding(mergeSteps(older, newer), waitingQueries);
}

function* mergeSteps(older: ListingSegment, newer: ListingSegment): Steps<ListingSegment> {
  const builder = new ColumnsBuilder();
  let rowCount = 0;
  for (const { segment, position } of productsById(older, newer)) {
    builder.add(segment.row(position));
    if (++rowCount % ROWS_PER_STEP === 0) yield;
  }
  return yield* buildSteps(builder);
}

function* buildSteps(builder: ColumnsBuilder): Steps<ListingSegment> {
  const columns = yield* builder.columns();
  const segment = new ListingSegment(columns, yield* buildPostings(columns));
  for (const sort of SORTS) yield* segment.buildOrder(sort);
  return segment;
}

/** Yields the products of both segments by ascending id, without removed products. */
function* productsById(a: ListingSegment, b: ListingSegment): Generator<{ segment: ListingSegment; position: number }> {
  const [idsOfA, idsOfB] = [a.columns.idsAscending, b.columns.idsAscending];
  let [i, j] = [nextAlive(a, 0), nextAlive(b, 0)];
  while (i < a.size || j < b.size) {
    const isNextFromA = j >= b.size || (i < a.size && idsOfA[i]! < idsOfB[j]!);
    if (isNextFromA) {
      yield { segment: a, position: a.columns.positions[i]! };
      i = nextAlive(a, i + 1);
    } else {
      yield { segment: b, position: b.columns.positions[j]! };
      j = nextAlive(b, j + 1);
    }
  }
}

function nextAlive({ aliveBits, columns: { positions }, size }: ListingSegment, from: number): number {
  let rank = from;
  while (rank < size && !hasBit(aliveBits, positions[rank]!)) rank++;
  return rank;
}
