import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { beginUndo } from '#lib/catalog/admin/imports/begin-import.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_ID,
  run: async (shop, { id }) => ({ id: await beginUndo(shop, id) }),
  redirectTo: ({ id }) => `/admin/products/import/${id}`,
});
