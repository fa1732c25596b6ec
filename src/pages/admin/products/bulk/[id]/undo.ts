import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { planUndo } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_ID,
  run: async (shop, { id }) => ({ id: await planUndo(shop, id) }),
  redirectTo: ({ id }) => `/admin/products/bulk/${id}`,
});
