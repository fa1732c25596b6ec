import { expect, test } from 'vitest';
import { splitIntoCalls } from '#lib/platform/cdn/cdn-edge.server.ts';
import { PendingTags, PurgeWork } from '#lib/platform/cdn/purge-work.ts';
import { BULK_LIMITS } from '#lib/platform/db/query/limits.ts';
import { tagHeader } from '#lib/platform/http/pages/cache-tags.ts';

test('sends a tag until it is accepted, and again after the responses in transit have arrived', () => {
  const pendingTags = new PendingTags();
  pendingTags.add(['list', 'product:a']);
  expect(pendingTags.dueTags(0)).toEqual(['list', 'product:a']);
  expect(pendingTags.dueTags(1_000)).toEqual(['list', 'product:a']);
  pendingTags.markSent(['list', 'product:a'], 1_000);
  expect(pendingTags.dueTags(2_999)).toEqual([]);
  pendingTags.add(['list']);
  expect(pendingTags.dueTags(2_999)).toEqual(['list']);
  pendingTags.markSent(['list'], 2_999);
  expect(pendingTags.dueTags(3_000)).toEqual(['product:a']);
  pendingTags.markSent(['product:a'], 3_000);
  expect(pendingTags.dueTags(5_000)).toEqual(['list']);
  pendingTags.markSent(['list'], 5_000);
  expect(pendingTags.dueTags(1e9)).toEqual([]);
});

test('replaces hundreds of tags with a tag that every page has', () => {
  const pendingTags = new PendingTags();
  pendingTags.add(Array.from({ length: 501 }, (_, n) => `product:${n}`));
  expect(pendingTags.dueTags(0)).toEqual(['all']);
  pendingTags.add(['product:late']);
  expect(pendingTags.dueTags(0)).toEqual(['all']);
});

test('splits tags into calls of at most 30 tags and 4,000 characters without omitting any tag', () => {
  const shortTags = Array.from({ length: 61 }, (_, n) => `product:${n}`);
  expect(splitIntoCalls(shortTags).map(({ length }) => length)).toEqual([30, 30, 1]);
  const longTags = Array.from({ length: 95 }, (_, n) => `product:${'ख'.repeat(n % 40)}${n}`);
  const calls = splitIntoCalls(longTags);
  expect(calls.flat()).toEqual(longTags);
  for (const [index, call] of calls.entries()) {
    const isFull = (tags: string[]) => tags.length > 30 || `${tagHeader(tags)},`.length > 4_000;
    expect(isFull(call)).toBe(false);
    const [nextTag] = calls[index + 1] ?? [];
    if (nextTag !== undefined) expect(isFull([...call, nextTag])).toBe(true);
  }
});

test('an id is settled only after the maximum duration of an earlier transaction', () => {
  const work = new PurgeWork(0, 0);
  work.add(10, [], 0);
  work.add(20, [], 1_000);
  work.add(30, [], 6_000);
  const maxDurationMs = BULK_LIMITS.totalMs;
  expect(work.takeSettledId(maxDurationMs)).toBeUndefined();
  expect(work.takeSettledId(maxDurationMs + 10_000)).toBe(10);
  expect(work.takeSettledId(maxDurationMs + 10_000)).toBeUndefined();
  expect(work.takeSettledId(maxDurationMs + 40_000)).toBe(30);
});
