import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { startImport } from '#lib/catalog/admin/imports/run-imports.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, { id, version }) => startImport(shop, id, version),
  redirectTo: '/admin/products/import/[id]',
});
