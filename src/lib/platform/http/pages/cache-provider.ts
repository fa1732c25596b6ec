import type { CacheProviderFactory } from 'astro';
import { tagHeader } from '#lib/platform/http/pages/cache-tags.ts';

/** Turns `Astro.cache.set` into headers, which src/server.ts or a CDN obeys. */
const createProvider: CacheProviderFactory = () => ({
  name: 'shop-page-cache',
  setHeaders(options) {
    const headers = new Headers();
    if (options.maxAge !== undefined) {
      const stale = options.swr === undefined ? '' : `, stale-while-revalidate=${options.swr}`;
      headers.set('CDN-Cache-Control', `max-age=${options.maxAge}${stale}`);
    }
    if (options.tags?.length) headers.set('Cache-Tag', tagHeader(options.tags));
    return headers;
  },
  async invalidate() {
    throw new Error('Pages are dropped through the invalidation table, so that every process sees it.');
  },
});

export default createProvider;
