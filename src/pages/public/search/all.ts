import { productSummaryJson } from '#lib/catalog/product-json.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/http/page-life.ts';
import { searchAll } from '#lib/search/search.server.ts';
import { searchTerm } from '#lib/search/search.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = endpoint({
  run: async ({ db }, _input, { url }) => {
    const found = await searchAll(db, searchTerm(url.searchParams.get('search')));
    return { ...found, product: found.product.map(productSummaryJson) };
  },
  shared: () => ({ ...PAGE_LIFE, tags: ['list'] }),
});
