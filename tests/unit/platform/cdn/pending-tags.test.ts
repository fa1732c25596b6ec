import { expect, test } from 'vitest';
import { splitIntoCalls } from '#lib/platform/cdn/cdn-edge.server.ts';
import { PendingTags } from '#lib/platform/cdn/pending-tags.ts';
import { PurgeWork } from '#lib/platform/cdn/purge-work.ts';
import { BULK_LIMITS } from '#lib/platform/db/query/limits.ts';
import { tagHeader } from '#lib/platform/http/pages/cache-tags.ts';

test('sends a tag until it is accepted, and again after the pages in transit have arrived', () => {
  const pending = new PendingTags();
  pending.add(['list', 'product:a']);
  expect(pending.due(0)).toEqual(['list', 'product:a']);
  expect(pending.due(1_000)).toEqual(['list', 'product:a']);
  pending.markSent(['list', 'product:a'], 1_000);
  expect(pending.due(2_999)).toEqual([]);
  pending.add(['list']);
  expect(pending.due(2_999)).toEqual(['list']);
  pending.markSent(['list'], 2_999);
  expect(pending.due(3_000)).toEqual(['product:a']);
  pending.markSent(['product:a'], 3_000);
  expect(pending.due(5_000)).toEqual(['list']);
  pending.markSent(['list'], 5_000);
  expect(pending.due(1e9)).toEqual([]);
});

test('replaces hundreds of tags with one that every page has', () => {
  const pending = new PendingTags();
  pending.add(Array.from({ length: 501 }, (_, n) => `product:${n}`));
  expect(pending.due(0)).toEqual(['all']);
  pending.add(['product:late']);
  expect(pending.due(0)).toEqual(['all']);
});

test('splits tags into calls of at most 30 tags and 4,000 characters, and leaves out no tag', () => {
  const short = Array.from({ length: 61 }, (_, n) => `product:${n}`);
  expect(splitIntoCalls(short).map(({ length }) => length)).toEqual([30, 30, 1]);
  const long = Array.from({ length: 95 }, (_, n) => `product:${'ख'.repeat(n % 40)}${n}`);
  const calls = splitIntoCalls(long);
  expect(calls.flat()).toEqual(long);
  for (const [index, call] of calls.entries()) {
    const isFull = (tags: string[]) => tags.length > 30 || `${tagHeader(tags)},`.length > 4_000;
    expect(isFull(call)).toBe(false);
    const [next] = calls[index + 1] ?? [];
    if (next !== undefined) expect(isFull([...call, next])).toBe(true);
  }
});

test('an id is settled only after the longest time that an earlier transaction may take', () => {
  const work = new PurgeWork(0, 0);
  work.add(10, [], 0);
  work.add(20, [], 1_000);
  work.add(30, [], 6_000);
  const longest = BULK_LIMITS.totalMs;
  expect(work.takeSettledId(longest)).toBeUndefined();
  expect(work.takeSettledId(longest + 10_000)).toBe(10);
  expect(work.takeSettledId(longest + 10_000)).toBeUndefined();
  expect(work.takeSettledId(longest + 40_000)).toBe(30);
});
