import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { planBulk } from '#lib/catalog/desk/bulk/plan-bulk.server.ts';
import { bulkChangeOf, PRODUCT_BULK } from '#lib/catalog/desk/bulk/product-bulk.schema.ts';

export const POST = adminEndpoint({
  input: PRODUCT_BULK,
  async run(shop, { products = [], list, ...form }) {
    return { id: await planBulk(shop, { change: bulkChangeOf(form), chosen: list ? { list } : { products } }) };
  },
  redirectTo: ({ id }) => `/admin/products/bulk/${id}`,
  keepsOldInput: [
    'direction',
    'amount',
    'unit',
    'rounding',
    'status',
    'way',
    'category',
    'percent',
    'starts_at',
    'ends_at',
  ],
});
