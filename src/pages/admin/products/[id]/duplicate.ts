import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { duplicateProduct } from '#lib/catalog/admin/create/duplicate-product.server.ts';

export const POST = recordVersionEndpoint({
  run: async (shop, { id, version }) => ({ id: await duplicateProduct(shop, Number(id), version) }),
  successMessage: 'This is the copy, a draft without stock. Change its name and address, then set it to active.',
  redirectTo: ({ id }) => `/admin/products/${id}`,
});
