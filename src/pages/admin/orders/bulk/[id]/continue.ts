import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { runBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';

export const POST = recordEndpoint({
  run: (shop, { id }) => runBulkAction(shop, id),
  redirectTo: '/admin/orders/bulk/[id]',
});
