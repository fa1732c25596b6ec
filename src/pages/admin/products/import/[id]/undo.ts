import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { beginUndo } from '#lib/catalog/admin/imports/begin-import.server.ts';

export const POST = recordEndpoint({
  run: async (shop, { id }) => ({ id: await beginUndo(shop, id) }),
  redirectTo: ({ id }) => `/admin/products/import/${id}`,
});
