import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { SALE_FORM } from '#lib/catalog/admin/sales/sale-form.schema.ts';
import { scheduleSale } from '#lib/catalog/admin/sales/schedule-sale.server.ts';

export const POST = adminEndpoint({
  input: SALE_FORM,
  run: (shop, { id, ...form }) => scheduleSale(shop, { ...form, id: Number(id) }),
  successMessage: 'The sale is saved.',
  redirectTo: '/admin/products/[id]',
  oldInputFields: ['sale[]', 'starts_at', 'ends_at'],
});
