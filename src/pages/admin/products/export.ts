import { adminGetEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { listParams } from '#lib/admin/views/list-url.ts';
import { exportProducts } from '#lib/catalog/admin/list/export-products.server.ts';
import { PRODUCT_QUERY } from '#lib/catalog/admin/list/product-query.schema.ts';
import { downloadCsv } from '#lib/platform/http/pages/streamed-response.server.ts';
import { indianIsoDay } from '#lib/primitives/indian-time.ts';

export const GET = adminGetEndpoint({
  input: PRODUCT_QUERY,
  async run(shop, query, { url }) {
    const filters = String(listParams(PRODUCT_QUERY, url.searchParams));
    const chunks = await exportProducts(shop, { ...query, after: undefined, before: undefined }, filters);
    return downloadCsv(chunks, `products-${indianIsoDay(shop.now())}`);
  },
});
