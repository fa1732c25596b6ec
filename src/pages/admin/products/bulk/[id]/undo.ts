import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { planUndo } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';

export const POST = recordEndpoint({
  run: async (shop, { id }) => ({ id: await planUndo(shop, id) }),
  redirectTo: ({ id }) => `/admin/products/bulk/${id}`,
});
