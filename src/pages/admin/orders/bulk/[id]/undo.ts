import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { runBulkAction, undoBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';

export const POST = recordEndpoint({
  async run(shop, { id }) {
    const undoId = await undoBulkAction(shop, id);
    await runBulkAction(shop, undoId);
    return { id: undoId };
  },
  redirectTo: ({ id }) => `/admin/orders/bulk/${id}`,
});
