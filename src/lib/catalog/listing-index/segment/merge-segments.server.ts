import { hasBit } from '#lib/catalog/listing-index/facets/bitset.ts';
import { SORTS } from '#lib/catalog/listing-index/facets/facets.ts';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { type Merged, type Pair, watchLosses } from '#lib/catalog/listing-index/segment/merging.ts';
import { layOutValues } from '#lib/catalog/listing-index/segment/value-postings.ts';
import type { Steps } from '#lib/platform/jobs/steps.ts';
import { type WaitingQueries, yieldingRun } from '#lib/platform/jobs/yielding-run.server.ts';

const ROWS_AT_A_STEP = 16;

export function readySegment(builder: ColumnsBuilder): Promise<ListingSegment> {
  return yieldingRun(laidOut(builder));
}

export async function mergeSegments(
  [older, newer]: Pair<ListingSegment>,
  first?: WaitingQueries,
): Promise<Merged<ListingSegment>> {
  const takeOutLosses = watchLosses([older, newer]);
  const merged = await yieldingRun(merging(older, newer), first);
  return { merged, settle: () => takeOutLosses(merged) };
}

function* merging(older: ListingSegment, newer: ListingSegment): Steps<ListingSegment> {
  const builder = new ColumnsBuilder();
  let taken = 0;
  for (const { segment, position } of byId(older, newer)) {
    builder.add(segment.row(position));
    if (++taken % ROWS_AT_A_STEP === 0) yield;
  }
  return yield* laidOut(builder);
}

function* laidOut(builder: ColumnsBuilder): Steps<ListingSegment> {
  const columns = yield* builder.columns();
  const segment = new ListingSegment(columns, yield* layOutValues(columns));
  for (const sort of SORTS) yield* segment.layOutOrder(sort);
  return segment;
}

function* byId(a: ListingSegment, b: ListingSegment): Generator<{ segment: ListingSegment; position: number }> {
  const [idsOfA, idsOfB] = [a.columns.idsAscending, b.columns.idsAscending];
  let [i, j] = [nextAlive(a, 0), nextAlive(b, 0)];
  while (i < a.size || j < b.size) {
    const isFirst = j >= b.size || (i < a.size && idsOfA[i]! < idsOfB[j]!);
    if (isFirst) {
      yield { segment: a, position: a.columns.positions[i]! };
      i = nextAlive(a, i + 1);
    } else {
      yield { segment: b, position: b.columns.positions[j]! };
      j = nextAlive(b, j + 1);
    }
  }
}

function nextAlive({ alive, columns: { positions }, size }: ListingSegment, from: number): number {
  let place = from;
  while (place < size && !hasBit(alive, positions[place]!)) place++;
  return place;
}
