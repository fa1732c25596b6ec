import { expect, test } from 'vitest';
import { CACHE_LIFETIME_MS, TaggedCache } from '#lib/platform/cache/tagged-cache.ts';

test('computes a value once in 5 minutes for concurrent callers, and again after its tag is purged', async () => {
  let now = 0;
  let computed = 0;
  const cache = new TaggedCache({ now: () => now });
  const ask = () => cache.remember('counts', ['list'], async () => ++computed);
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  now = CACHE_LIFETIME_MS - 1;
  expect(await ask()).toBe(1);
  now = CACHE_LIFETIME_MS;
  expect(await ask()).toBe(2);
  cache.dropTags(new Set(['other']));
  expect(await ask()).toBe(2);
  cache.dropTags(new Set(['list']));
  expect(await ask()).toBe(3);
});

test('does not cache a failure', async () => {
  const cache = new TaggedCache();
  await expect(cache.remember('x', [], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.remember('x', [], async () => 1)).toBe(1);
});

test('is bounded', async () => {
  const cache = new TaggedCache({ maxEntries: 2 });
  let computed = 0;
  const ask = (key: string) => cache.remember(key, [], async () => ++computed);
  for (const key of ['a', 'b', 'c']) await ask(key);
  expect(await ask('c')).toBe(3);
  expect(await ask('a')).toBe(4);
});
