import { variantFacets } from '#lib/catalog/catalog.server.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/http/page-life.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = endpoint({
  run: ({ cache, db }) => cache.remember('variant-facets', ['list'], () => variantFacets(db)),
  shared: () => ({ ...PAGE_LIFE, tags: ['list'] }),
});
