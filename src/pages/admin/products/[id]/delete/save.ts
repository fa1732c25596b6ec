import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteProduct } from '#lib/catalog/admin/delete-product.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, { id, version }) => deleteProduct(shop, Number(id), version),
  successMessage: ({ name }) => `${name} was deleted.`,
  redirectTo: '/admin/products',
});
