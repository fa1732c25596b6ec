import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { runBulkAction } from '#lib/sales/orders/admin/bulk-actions.server.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  run: (shop, { id }) => runBulkAction(shop, id),
  redirectTo: '/admin/orders/bulk/[id]',
});
