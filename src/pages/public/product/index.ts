import { listProducts } from '#lib/catalog/catalog.server.ts';
import { PER_PAGE } from '#lib/catalog/catalog.ts';
import { parseListQuery } from '#lib/catalog/list-query.ts';
import { paginationData } from '#lib/catalog/pagination.ts';
import { productsByIds } from '#lib/catalog/product-detail.server.ts';
import { productJson } from '#lib/catalog/product-json.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { PAGE_LIFE } from '#lib/http/page-life.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** The list with the query parameters of /products. */
export const GET = endpoint({
  run: async ({ db }, _input, { url }) => {
    const list = await listProducts(db, parseListQuery(url.searchParams));
    const products = await productsByIds(
      db,
      list.cards.map((card) => card._id),
    );
    return { data: products.map(productJson), ...paginationData(list.total, PER_PAGE, list.page) };
  },
  shared: () => ({ ...PAGE_LIFE, tags: ['list'] }),
});
