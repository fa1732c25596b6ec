import type { APIContext, CacheOptions } from 'astro';
import { cacheHeaders } from '#lib/platform/http/pages/cache-provider.ts';

/**
 * Records the options of `cache.set`, which Astro ignores in development, and merges them as Astro does in production.
 * Returns a function that returns the headers, so that `npm run dev` caches pages too.
 */
export function recordCacheOptions({ cache }: Pick<APIContext, 'cache'>): () => Headers {
  let recordedOptions: CacheOptions | undefined = {};
  cache.set = (options) => {
    if (options === false) recordedOptions = undefined;
    else if (recordedOptions) recordedOptions = mergedOptions(recordedOptions, options as CacheOptions);
  };
  return () => cacheHeaders(recordedOptions ?? {});
}

function mergedOptions(earlierOptions: CacheOptions, laterOptions: CacheOptions): CacheOptions {
  return {
    ...earlierOptions,
    ...laterOptions,
    tags: [...new Set([...(earlierOptions.tags ?? []), ...(laterOptions.tags ?? [])])],
  };
}
