import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { changeSale } from '#lib/catalog/desk/change-sale.server.ts';
import { PRODUCT_SALE } from '#lib/catalog/desk/product-form.schema.ts';

export const POST = adminEndpoint({
  input: PRODUCT_SALE,
  async run(shop, { id, ...sale }) {
    await changeSale(shop, Number(id), sale);
    return { id };
  },
  successMessage: 'Saved. The shop shows it immediately.',
  redirectTo: ({ id }) => `/admin/products/${id}`,
  keepsOldInput: ['status', 'slug', 'category', 'hsn'],
});
