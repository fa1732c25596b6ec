import { facetCounts } from '#lib/catalog/listing/taxonomy.server.ts';
import { facetCountsJson } from '#lib/catalog/products/product-json.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: async ({ cache, db }) =>
    facetCountsJson(await cache.remember('brand-counts', ['list'], () => facetCounts(db, 'brand'))),
  cacheTags: () => ['list'],
});
