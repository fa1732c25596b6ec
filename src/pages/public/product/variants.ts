import { variantValueNames } from '#lib/catalog/listing/taxonomy.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: ({ cache, db }) => cache.remember('variant-facets', ['list'], () => variantValueNames(db)),
  cacheTags: () => ['list'],
});
