import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { startBulkAction } from '#lib/catalog/admin/bulk/run-bulk-actions.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_ID,
  run: (shop, { id }) => startBulkAction(shop, id),
  redirectTo: '/admin/products/bulk/[id]',
});
