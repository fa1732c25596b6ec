import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteProduct } from '#lib/catalog/admin/delete-product.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, { id, version }) => deleteProduct(shop, Number(id), version),
  successMessage: ({ name }) => `${name} was deleted.`,
  redirectTo: '/admin/products',
});
