import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { startImport } from '#lib/catalog/admin/imports/run-imports.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, { id, version }) => startImport(shop, id, version),
  redirectTo: '/admin/products/import/[id]',
});
