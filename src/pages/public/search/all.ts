import { searchCatalogue } from '#lib/catalog/listing/search-catalogue.server.ts';
import { productSummaryJson } from '#lib/catalog/products/product-json.ts';
import { isMiss, isSearchable, searchTerm } from '#lib/catalog/search/search.ts';
import { recordMiss } from '#lib/catalog/search/search-misses.server.ts';
import { searchRedirect } from '#lib/content/content/destinations/destinations.server.ts';
import { searchArticles } from '#lib/content/content/journal/journal.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: ['search'] };

export const GET = endpoint({
  run: async (shop, _input, { url }) => {
    const term = searchTerm(url.searchParams.get('search'));
    const results = await searchCatalogue(shop.db, term);
    const articles = isSearchable(term) ? await searchArticles(shop, results.termWithoutLimits ?? term) : [];
    const redirect = isSearchable(term) ? await searchRedirect(shop, term) : undefined;
    if (isSearchable(term) && !redirect && isMiss(results, articles)) recordMiss(shop, term);
    return {
      ...results,
      product: results.product.map(productSummaryJson),
      blog: articles,
      ...(redirect && { redirect }),
    };
  },
  cacheTags: () => ['list', 'blog'],
});
