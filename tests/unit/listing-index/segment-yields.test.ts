import { expect, test } from 'vitest';
import { ColumnsBuilder } from '#lib/catalog/listing-index/segment/listing-columns.ts';
import { buildSegment, mergeSegments } from '#lib/catalog/listing-index/segment/merge-segments.server.ts';
import { countYields } from '#support/count-yields.ts';
import { shuffledRows } from '#support/listing-parts.ts';

const PRODUCTS = 20_000;
/**
 * The minimum number of yields in all passes. The twelve passes for columns, posting lists and block counts yield after
 * every 256 products, and the passes for the five sorts after every 2,048: more often than sixteen passes of 256.
 */
const MIN_YIELDS = (16 * PRODUCTS) / 256;
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
  expect(yields).toBeGreaterThan(MIN_YIELDS);
});

test('merging two segments yields in each pass, so that it does not block lists', async () => {
  const olderSegment = await buildSegment(builderOf((id) => id % 2 > 0));
  const newerSegment = await buildSegment(builderOf((id) => id % 2 === 0));
  const yields = await countYields(async (yieldsSoFar) => {
    await mergeSegments([olderSegment, newerSegment]);
    return yieldsSoFar();
  });
  // First, the rows of both segments are read, which yields after every 16 rows.
  expect(yields).toBeGreaterThan(PRODUCTS / 16 + MIN_YIELDS);
});
