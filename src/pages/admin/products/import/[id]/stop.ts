import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { stopImport } from '#lib/catalog/admin/imports/run-imports.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  run: (shop, { id }) => stopImport(shop, id),
  redirectTo: '/admin/products/import/[id]',
});
