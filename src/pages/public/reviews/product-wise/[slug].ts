import { PRODUCT_NOT_FOUND } from '#lib/catalog/products/catalog.ts';
import { productReviews } from '#lib/customers/reviews/read-reviews.server.ts';
import { pageNumber, reviewSort } from '#lib/customers/reviews/reviews.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: ['page', 'sort'] };

export const GET = endpoint({
  run: async ({ db }, _input, { params: { slug = '' }, url: { searchParams } }) => {
    const sort = reviewSort(searchParams.get('sort'));
    const reviews = await productReviews(db, slug, { sort, page: pageNumber(searchParams.get('page')) });
    if (!reviews) throw new ShopError('not_found', PRODUCT_NOT_FOUND);
    return { slug, ...reviews };
  },
  cacheTags: ({ slug }) => [`product:${slug}`],
});
