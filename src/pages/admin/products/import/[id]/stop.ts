import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { stopImport } from '#lib/catalog/admin/imports/run-imports.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  async run(shop, { id }) {
    await stopImport(shop, id);
    return { id };
  },
  redirectTo: ({ id }) => `/admin/products/import/${id}`,
});
