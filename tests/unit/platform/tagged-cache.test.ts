import { expect, test } from 'vitest';
import { CACHE_LIFETIME_MS, TaggedCache } from '#lib/platform/tagged-cache.ts';

test('computes a value only once in 5 minutes for all callers, and again after its tag is purged', async () => {
  let now = 0;
  let computations = 0;
  const cache = new TaggedCache({ now: () => now });
  const read = () => cache.remember('counts', ['list'], async () => ++computations);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  now = CACHE_LIFETIME_MS - 1;
  expect(await read()).toBe(1);
  now = CACHE_LIFETIME_MS;
  expect(await read()).toBe(2);
  cache.dropTags(new Set(['other']));
  expect(await read()).toBe(2);
  cache.dropTags(new Set(['list']));
  expect(await read()).toBe(3);
});

test('does not cache a failure', async () => {
  const cache = new TaggedCache();
  await expect(cache.remember('x', [], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.remember('x', [], async () => 1)).toBe(1);
});

test('evicts the oldest entry when it is full', async () => {
  const cache = new TaggedCache({ maxEntries: 2 });
  let computations = 0;
  const read = (key: string) => cache.remember(key, [], async () => ++computations);
  for (const key of ['a', 'b', 'c']) await read(key);
  expect(await read('c')).toBe(3);
  expect(await read('a')).toBe(4);
});
