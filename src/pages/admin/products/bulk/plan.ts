import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { planBulkAction } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import { bulkChangeOf, PRODUCT_BULK_ACTION_FORM } from '#lib/catalog/admin/bulk/product-bulk-action.schema.ts';

export const POST = adminEndpoint({
  input: PRODUCT_BULK_ACTION_FORM,
  async run(shop, { products = [], list, ...form }) {
    return { id: await planBulkAction(shop, { change: bulkChangeOf(form), chosen: list ? { list } : { products } }) };
  },
  redirectTo: ({ id }) => `/admin/products/bulk/${id}`,
  oldInputFields: [
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
