import { expect, test } from 'vitest';
import { BULK_LIMITS } from '#lib/platform/db/query/limits.ts';
import { SkippedIds } from '#lib/platform/db/skipped-ids.ts';

const ranges = (skippedIds: SkippedIds) => skippedIds.spans.map(({ from, to }) => [from, to]);

test('watches skipped ids until they appear', () => {
  const skippedIds = new SkippedIds();
  skippedIds.recordRead(10, [11, 14, 15, 20], 0);
  expect(ranges(skippedIds)).toEqual([
    [12, 13],
    [16, 19],
  ]);
  skippedIds.remove([12, 18]);
  expect(ranges(skippedIds)).toEqual([
    [13, 13],
    [16, 17],
    [19, 19],
  ]);
  skippedIds.remove([13, 16, 17, 19]);
  expect(ranges(skippedIds)).toEqual([]);
});

test('watches skipped ids for the maximum duration of a transaction', () => {
  const skippedIds = new SkippedIds();
  skippedIds.recordRead(0, [5], 1_000);
  skippedIds.deleteOld(1_000 + BULK_LIMITS.totalMs);
  expect(ranges(skippedIds)).toEqual([[1, 4]]);
  skippedIds.deleteOld(1_000 + BULK_LIMITS.totalMs + 60_000);
  expect(ranges(skippedIds)).toEqual([]);
});

test('a rolled-back import is one span, and thousands of gaps become at most 500 spans without losing any id', () => {
  const skippedIds = new SkippedIds();
  skippedIds.recordRead(0, [1_000_000], 0);
  expect(ranges(skippedIds)).toEqual([[1, 999_999]]);
  const alternateIds = Array.from({ length: 5_000 }, (_, index) => 1_000_002 + 2 * index);
  skippedIds.recordRead(1_000_000, alternateIds, 0);
  expect(skippedIds.spans.length).toBeLessThanOrEqual(500);
  const isWatched = (id: number) => skippedIds.spans.some(({ from, to }) => id >= from && id <= to);
  expect(alternateIds.every((id) => isWatched(id - 1))).toBe(true);
});
