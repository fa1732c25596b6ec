import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { beginUndo } from '#lib/catalog/admin/imports/begin-import.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  run: async (shop, { id }) => ({ id: await beginUndo(shop, id) }),
  redirectTo: ({ id }) => `/admin/products/import/${id}`,
});
