import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { planUndo } from '#lib/catalog/admin/bulk/plan-bulk-action.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  run: async (shop, { id }) => ({ id: await planUndo(shop, id) }),
  redirectTo: ({ id }) => `/admin/products/bulk/${id}`,
});
