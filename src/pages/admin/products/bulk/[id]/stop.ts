import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { stopBulkAction } from '#lib/catalog/admin/bulk/run-bulk-actions.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  run: (shop, { id }) => stopBulkAction(shop, id),
  redirectTo: '/admin/products/bulk/[id]',
});
