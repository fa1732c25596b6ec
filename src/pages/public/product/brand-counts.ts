import { brandCounts } from '#lib/catalog/catalog.server.ts';
import { countsJson } from '#lib/catalog/product-json.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/http/page-life.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = endpoint({
  run: async ({ cache, db }) => countsJson(await cache.remember('brand-counts', ['list'], () => brandCounts(db))),
  shared: () => ({ ...PAGE_LIFE, tags: ['list'] }),
});
