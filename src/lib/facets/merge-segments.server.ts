import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { hasBit } from '#lib/facets/bitset.ts';
import { SORTS } from '#lib/facets/facets.ts';
import { ColumnsBuilder } from '#lib/facets/listing-columns.ts';
import { ListingSegment } from '#lib/facets/listing-segment.ts';
import { type Merged, watchLosses } from '#lib/facets/merging.ts';

const ROWS_AT_ONCE = 2_000;

export async function readySegment(builder: ColumnsBuilder): Promise<ListingSegment> {
  const segment = new ListingSegment(builder.columns());
  for (const sort of SORTS) {
    segment.order(sort);
    await yieldToEventLoop();
  }
  return segment;
}

export async function mergeSegments(older: ListingSegment, newer: ListingSegment): Promise<Merged<ListingSegment>> {
  const takeOutLosses = watchLosses([older, newer]);
  const builder = new ColumnsBuilder();
  let taken = 0;
  for (const { segment, position } of byId(older, newer)) {
    builder.add(segment.row(position));
    if (++taken % ROWS_AT_ONCE === 0) await yieldToEventLoop();
  }
  const merged = await readySegment(builder);
  return { merged, settle: () => takeOutLosses(merged) };
}

function* byId(a: ListingSegment, b: ListingSegment): Generator<{ segment: ListingSegment; position: number }> {
  let [i, j] = [nextAlive(a, 0), nextAlive(b, 0)];
  while (i < a.size || j < b.size) {
    const isFirst = j >= b.size || (i < a.size && a.columns.ids[i]! < b.columns.ids[j]!);
    if (isFirst) {
      yield { segment: a, position: i };
      i = nextAlive(a, i + 1);
    } else {
      yield { segment: b, position: j };
      j = nextAlive(b, j + 1);
    }
  }
}

function nextAlive(segment: ListingSegment, from: number): number {
  let position = from;
  while (position < segment.size && !hasBit(segment.alive, position)) position++;
  return position;
}
