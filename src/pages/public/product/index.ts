import { LIST_PARAMS } from '#lib/catalog/listing/list-params.ts';
import { API_PRODUCTS_PER_PAGE, parseListQuery } from '#lib/catalog/listing/list-query.ts';
import { listingOf } from '#lib/catalog/listing/listing.server.ts';
import { paginationData } from '#lib/catalog/listing/pagination.ts';
import { priceRange } from '#lib/catalog/listing/price-steps.server.ts';
import { productsByIds } from '#lib/catalog/products/product-detail.server.ts';
import { productJson } from '#lib/catalog/products/product-json.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

export const shared: SharedPage = { params: [...LIST_PARAMS] };

export const GET = endpoint({
  run: async ({ db }, _input, { url }) => {
    const query = parseListQuery(url.searchParams, priceRange(shopSettings(db)));
    const { ids, total, page } = await listingOf(db).findIds(query, API_PRODUCTS_PER_PAGE);
    const products = await productsByIds(db, ids);
    return { data: products.map(productJson), ...paginationData(total, API_PRODUCTS_PER_PAGE, page) };
  },
  cacheTags: () => ['list'],
});
