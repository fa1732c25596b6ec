import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { stopImport } from '#lib/catalog/admin/imports/run-imports.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_ID,
  run: (shop, { id }) => stopImport(shop, id),
  redirectTo: '/admin/products/import/[id]',
});
