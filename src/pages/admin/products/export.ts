import { requireStaff } from '#lib/admin/access/admin-endpoint.server.ts';
import { listParams } from '#lib/admin/views/list-url.ts';
import { exportProducts } from '#lib/catalog/admin/list/export-products.server.ts';
import { PRODUCT_QUERY } from '#lib/catalog/admin/list/product-query.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { downloadInChunks } from '#lib/platform/http/pages/streamed-response.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

export const GET = endpoint({
  admit: requireStaff,
  input: PRODUCT_QUERY,
  async run(shop, query, { url }) {
    const filters = String(listParams(PRODUCT_QUERY, url.searchParams));
    const chunks = await exportProducts(shop, { ...query, after: undefined, before: undefined }, filters);
    const name = `products-${indianIsoDay(shop.now())}.csv`;
    return downloadInChunks(chunks, { type: 'text/csv; charset=utf-8', name });
  },
});
