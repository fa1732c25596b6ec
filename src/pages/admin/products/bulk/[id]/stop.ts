import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { stopBulkAction } from '#lib/catalog/admin/bulk/run-bulk-actions.server.ts';

export const POST = recordEndpoint({
  run: (shop, { id }) => stopBulkAction(shop, id),
  redirectTo: '/admin/products/bulk/[id]',
});
