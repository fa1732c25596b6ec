import { expect, test } from 'vitest';
import { recordCacheOptions } from '#lib/platform/http/pages/dev-cache.ts';

type Context = Parameters<typeof recordCacheOptions>[0];

/** Returns a context as in development, where Astro ignores `cache.set`. */
function contextIgnoringCache(): Context {
  const cache = { enabled: false, set() {}, tags: [], options: { tags: [] }, invalidate: async () => {} };
  return { cache } as Context;
}

test('the options of several calls are merged into the headers of the page cache', () => {
  const context = contextIgnoringCache();
  const headers = recordCacheOptions(context);
  expect([...headers()]).toEqual([]);
  context.cache.set({ maxAge: 60, swr: 300, tags: ['list', 'blog'] });
  context.cache.set({ tags: ['product:kurta,red', 'list'] });
  expect([...headers()]).toEqual([
    ['cache-tag', 'list,blog,product:kurta%2Cred'],
    ['cdn-cache-control', 'max-age=60, stale-while-revalidate=300'],
  ]);
});

test('a page that opts out is not cached, regardless of later calls', () => {
  const context = contextIgnoringCache();
  const headers = recordCacheOptions(context);
  context.cache.set({ maxAge: 60, tags: ['list'] });
  context.cache.set(false);
  context.cache.set({ tags: ['blog'] });
  expect([...headers()]).toEqual([]);
});
