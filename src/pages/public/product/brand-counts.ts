import { facetCounts } from '#lib/catalog/listing/taxonomy.server.ts';
import { facetCountsJson } from '#lib/catalog/products/product-json.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/pages/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: async ({ cache, db }) =>
    facetCountsJson(await cache.remember('brand-counts', ['list'], () => facetCounts(db, 'brand'))),
  shared: () => ({ ...PAGE_LIFE, tags: ['list'] }),
});
