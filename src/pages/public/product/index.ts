import { productsByIds } from '#lib/catalog/product-detail.server.ts';
import { productJson } from '#lib/catalog/product-json.ts';
import { LIST_PARAMS } from '#lib/listing/list-params.ts';
import { PER_PAGE, parseListQuery } from '#lib/listing/list-query.ts';
import { listingOf } from '#lib/listing/listing.server.ts';
import { paginationData } from '#lib/listing/pagination.ts';
import { priceRange } from '#lib/listing/price-steps.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/platform/http/page-life.ts';
import type { SharedPage } from '#lib/platform/http/route-table.ts';
import { shopSettings } from '#lib/shop/shop-settings.server.ts';

export const shared: SharedPage = { params: [...LIST_PARAMS] };

export const GET = endpoint({
  run: async ({ db }, _input, { url }) => {
    const query = parseListQuery(url.searchParams, priceRange(shopSettings(db)));
    const { ids, total, page } = await listingOf(db).pick(query, PER_PAGE);
    const products = await productsByIds(db, ids);
    return { data: products.map(productJson), ...paginationData(total, PER_PAGE, page) };
  },
  shared: () => ({ ...PAGE_LIFE, tags: ['list'] }),
});
