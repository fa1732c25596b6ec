import type { APIContext, CacheOptions } from 'astro';
import { cacheHeaders } from '#lib/platform/http/pages/cache-provider.ts';

/**
 * Astro ignores `cache.set` in development. This records the options of a request, merges them as Astro does, and
 * returns a function that creates the headers, so that `npm run dev` caches pages too.
 */
export function recordCacheOptions({ cache }: Pick<APIContext, 'cache'>): () => Headers {
  let recorded: CacheOptions | undefined = {};
  cache.set = (options) => {
    if (options === false) recorded = undefined;
    else if (recorded) recorded = merged(recorded, options as CacheOptions);
  };
  return () => cacheHeaders(recorded ?? {});
}

function merged(one: CacheOptions, other: CacheOptions): CacheOptions {
  return { ...one, ...other, tags: [...new Set([...(one.tags ?? []), ...(other.tags ?? [])])] };
}
