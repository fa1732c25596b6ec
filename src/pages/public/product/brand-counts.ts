import { countsJson } from '#lib/catalog/product-json.ts';
import { brandCounts } from '#lib/listing/taxonomy.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';

export { apiNotFound as ALL } from '#lib/platform/http/api-not-found.server.ts';

export const GET = endpoint({
  run: async ({ cache, db }) => countsJson(await cache.remember('brand-counts', ['list'], () => brandCounts(db))),
  shared: () => ({ ...PAGE_LIFE, tags: ['list'] }),
});
