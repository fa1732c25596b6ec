import type { CacheOptions, CacheProviderFactory } from 'astro';
import { tagHeader } from '#lib/platform/http/pages/cache-tags.ts';

/** Converts the options of `Astro.cache.set` to headers for src/server.ts or a CDN. */
const createProvider: CacheProviderFactory = () => ({
  name: 'shop-page-cache',
  setHeaders: cacheHeaders,
  async invalidate() {
    throw new Error('Invalidate pages through the invalidation table, which every process reads.');
  },
});

export default createProvider;

export function cacheHeaders({ maxAge, swr, tags }: CacheOptions): Headers {
  const headers = new Headers();
  if (maxAge !== undefined) {
    const staleDirective = swr === undefined ? '' : `, stale-while-revalidate=${swr}`;
    headers.set('CDN-Cache-Control', `max-age=${maxAge}${staleDirective}`);
  }
  if (tags?.length) headers.set('Cache-Tag', tagHeader(tags));
  return headers;
}
