import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { startBulkAction } from '#lib/catalog/admin/bulk/run-bulk-actions.server.ts';

export const POST = recordEndpoint({
  run: (shop, { id }) => startBulkAction(shop, id),
  redirectTo: '/admin/products/bulk/[id]',
});
