import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';
import { runBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';

export const POST = adminEndpoint({
  input: RECORD_ID,
  run: (shop, { id }) => runBulkAction(shop, id),
  redirectTo: '/admin/orders/bulk/[id]',
});
