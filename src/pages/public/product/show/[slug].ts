import { PRODUCT_NOT_FOUND } from '#lib/catalog/products/catalog.ts';
import { showProduct } from '#lib/catalog/products/product-detail.server.ts';
import { productJson } from '#lib/catalog/products/product-json.ts';
import { CONTENT_TAG } from '#lib/platform/content/content.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import type { SharedPage } from '#lib/platform/http/pages/shared-page.ts';

export const shared: SharedPage = { params: [] };

export const GET = endpoint({
  run: async ({ db }, _input, { params }) => {
    const product = await showProduct(db, params.slug ?? '');
    if (!product) throw new ShopError('not_found', PRODUCT_NOT_FOUND);
    return productJson(product);
  },
  cacheTags: ({ slug }) => [`product:${slug}`, CONTENT_TAG],
});
