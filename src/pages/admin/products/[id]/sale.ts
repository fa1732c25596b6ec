import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { changeSale } from '#lib/catalog/desk/change-sale.server.ts';
import { PRODUCT_SALE } from '#lib/catalog/desk/product-form.schema.ts';

export const POST = adminEndpoint({
  input: PRODUCT_SALE,
  async run(shop, { id, ...sale }) {
    await changeSale(shop, Number(id), sale);
    return { id };
  },
  done: 'Saved. The shop shows it at once.',
  formGoesTo: ({ id }) => `/admin/products/${id}`,
  keepsOldInput: ['status', 'slug', 'category', 'hsn'],
});
