import { productSummaryJson } from '#lib/catalog/product-json.ts';
import { findPosts } from '#lib/content/blog.server.ts';
import { searchGoods } from '#lib/listing/search-goods.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';
import { isMiss, isSearchable, searchTerm } from '#lib/search/search.ts';
import { noteMiss } from '#lib/search/search-misses.server.ts';

export const shared: SharedPage = { params: ['search'] };

export const GET = endpoint({
  run: async (shop, _input, { url }) => {
    const term = searchTerm(url.searchParams.get('search'));
    const found = await searchGoods(shop.db, term);
    const blog = isSearchable(term) ? await findPosts(shop, found.unlimited ?? term) : [];
    if (isSearchable(term) && isMiss(found, blog)) noteMiss(shop, term);
    return { ...found, product: found.product.map(productSummaryJson), blog };
  },
  shared: () => ({ ...PAGE_LIFE, tags: ['list', 'blog'] }),
});
