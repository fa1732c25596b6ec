import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { stopImport } from '#lib/catalog/admin/imports/run-imports.server.ts';

export const POST = recordEndpoint({
  run: (shop, { id }) => stopImport(shop, id),
  redirectTo: '/admin/products/import/[id]',
});
