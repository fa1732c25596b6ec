import { expect, test } from 'vitest';
import { BULK_LIMITS } from '#lib/platform/db/query/limits.ts';
import { SkippedIds } from '#lib/platform/db/skipped-ids.ts';

const ranges = (skipped: SkippedIds) => skipped.spans.map(({ from, to }) => [from, to]);

test('watches skipped ids until they appear', () => {
  const skipped = new SkippedIds();
  skipped.recordRead(10, [11, 14, 15, 20], 0);
  expect(ranges(skipped)).toEqual([
    [12, 13],
    [16, 19],
  ]);
  skipped.remove([12, 18]);
  expect(ranges(skipped)).toEqual([
    [13, 13],
    [16, 17],
    [19, 19],
  ]);
  skipped.remove([13, 16, 17, 19]);
  expect(ranges(skipped)).toEqual([]);
});

test('watches skipped ids for as long as the longest transaction may take', () => {
  const skipped = new SkippedIds();
  skipped.recordRead(0, [5], 1_000);
  skipped.deleteOld(1_000 + BULK_LIMITS.totalMs);
  expect(ranges(skipped)).toEqual([[1, 4]]);
  skipped.deleteOld(1_000 + BULK_LIMITS.totalMs + 60_000);
  expect(ranges(skipped)).toEqual([]);
});

test('a rolled-back import is one span, and thousands of gaps become at most 500 spans that lose no id', () => {
  const skipped = new SkippedIds();
  skipped.recordRead(0, [1_000_000], 0);
  expect(ranges(skipped)).toEqual([[1, 999_999]]);
  const everyOther = Array.from({ length: 5_000 }, (_, at) => 1_000_002 + 2 * at);
  skipped.recordRead(1_000_000, everyOther, 0);
  expect(skipped.spans.length).toBeLessThanOrEqual(500);
  const isWatched = (id: number) => skipped.spans.some(({ from, to }) => id >= from && id <= to);
  expect(everyOther.every((id) => isWatched(id - 1))).toBe(true);
});
