import { expect, test } from 'vitest';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { buildSegment, mergeSegments } from '#lib/catalog/listing-index/segment/merge-segments.server.ts';
import { countYields } from '#support/count-yields.ts';
import { shuffledRows } from '#support/listing-parts.ts';

const PRODUCTS = 20_000;
/**
 * Columns, postings and block counts take twelve passes that yield after every 256 products; the passes of the five
 * sorts yield after every 2,048. Together they yield more often than sixteen passes of 256.
 */
const YIELDS_OF_PASSES = (16 * PRODUCTS) / 256;
const rows = shuffledRows(PRODUCTS);

function builderOf(isIn: (id: number) => boolean): ColumnsBuilder {
  const builder = new ColumnsBuilder();
  for (const row of rows) if (isIn(row.id)) builder.add(row);
  return builder;
}

test('building a segment yields in each pass, so that it does not block lists', async () => {
  const builder = builderOf(() => true);
  const yields = await countYields(async (yieldsSoFar) => {
    await buildSegment(builder);
    return yieldsSoFar();
  });
  expect(yields).toBeGreaterThan(YIELDS_OF_PASSES);
});

test('merging two segments yields in each pass, so that it does not block lists', async () => {
  const older = await buildSegment(builderOf((id) => id % 2 > 0));
  const newer = await buildSegment(builderOf((id) => id % 2 === 0));
  const yields = await countYields(async (yieldsSoFar) => {
    await mergeSegments([older, newer]);
    return yieldsSoFar();
  });
  // First, the rows of both segments are read, which yields after every 16 rows.
  expect(yields).toBeGreaterThan(PRODUCTS / 16 + YIELDS_OF_PASSES);
});
