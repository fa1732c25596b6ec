import { searchGoods } from '#lib/catalog/listing/search-goods.server.ts';
import { productSummaryJson } from '#lib/catalog/products/product-json.ts';
import { isMiss, isSearchable, searchTerm } from '#lib/catalog/search/search.ts';
import { recordMiss } from '#lib/catalog/search/search-misses.server.ts';
import { findPosts } from '#lib/content/content/blog/blog.server.ts';
import { searchRedirect } from '#lib/content/content/destinations/search-redirects.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/pages/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';

export const shared: SharedPage = { params: ['search'] };

export const GET = endpoint({
  run: async (shop, _input, { url }) => {
    const term = searchTerm(url.searchParams.get('search'));
    const found = await searchGoods(shop.db, term);
    const blog = isSearchable(term) ? await findPosts(shop, found.unlimited ?? term) : [];
    const redirect = isSearchable(term) ? await searchRedirect(shop, term) : undefined;
    if (isSearchable(term) && !redirect && isMiss(found, blog)) recordMiss(shop, term);
    return { ...found, product: found.product.map(productSummaryJson), blog, ...(redirect && { redirect }) };
  },
  shared: () => ({ ...PAGE_LIFE, tags: ['list', 'blog'] }),
});
