import { type HeapProfiler, Session } from 'node:inspector/promises';
import { expect, test } from 'vitest';
import { pageOf } from '#lib/catalog/listing-index/listing-page.ts';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { ListingSegment } from '#lib/catalog/listing-index/segment/listing-segment.ts';
import { ListCache } from '#lib/catalog/listing-index/segment-list.ts';
import { runSync } from '#lib/platform/jobs/steps.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';

const PRODUCTS = 10_000;
const LIST_COUNT = 200;
/** The allocation limit. Measured: 32 kB for a list; counts in maps and sorted matches would allocate 240 kB. */
const MAX_KB = 40;

const facetOf = (id: number) => (id >= 100 ? 'brand' : id >= 30 ? 'color' : id >= 20 ? 'size' : 'category');

function catalogue(): ListingSegment {
  const { integerBelow } = seededRandom(3);
  const builder = new ColumnsBuilder();
  for (let id = 1; id <= PRODUCTS; id++) {
    const productValueIds = [10 + integerBelow(6), 100 + integerBelow(300)];
    const createdAt = 1_700_000_000_000 + integerBelow(100_000);
    builder.add({
      id,
      minPaise: integerBelow(PRODUCTS),
      sold: 0,
      createdAt,
      productValueIds,
      combos: [20 + integerBelow(5), 30 + integerBelow(9), 0, 1],
    });
  }
  return new ListingSegment(runSync(builder.columns()));
}

// The garbage of a list is collected while later lists are built, which delays them (docs/decisions/0041).
test('the list of a category at a new price allocates less than 40 kB', async () => {
  const segment = catalogue();
  const lists = new ListCache(segment);
  const showList = (n: number) => {
    const filter = { category: [10], maxPaise: 5_000 + n };
    const list = lists.list('of a category', { category: [10] }, facetOf);
    expect(list.counts(filter)[10]).toBeGreaterThan(0);
    const page = pageOf([list.matchedSegment(filter)], 'latest', 0, 12);
    expect(page).toHaveLength(12);
  };
  for (let n = 0; n < LIST_COUNT; n++) showList(n);
  const bytes = await allocatedBy(() => {
    for (let n = LIST_COUNT; n < LIST_COUNT * 2; n++) showList(n);
  });
  expect(bytes / LIST_COUNT / 1_000).toBeGreaterThan(1);
  expect(bytes / LIST_COUNT / 1_000).toBeLessThan(MAX_KB);
});

async function allocatedBy(work: () => void): Promise<number> {
  const session = new Session();
  session.connect();
  const collectedObjects = { includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true };
  await session.post('HeapProfiler.startSampling', { samplingInterval: 4_096, ...collectedObjects });
  work();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  return sizeOf(profile.head);
}

function sizeOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize);
}
