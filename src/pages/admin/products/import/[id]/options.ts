import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { replanImport } from '#lib/catalog/admin/imports/begin-import.server.ts';
import { IMPORT_RULES_FORM, rulesOf } from '#lib/catalog/admin/imports/import-form.schema.ts';

export const POST = adminEndpoint({
  input: IMPORT_RULES_FORM,
  run: (shop, { id, version, ...form }) => replanImport(shop, id, version, rulesOf(form)),
  redirectTo: '/admin/products/import/[id]',
  oldInputFields: ['stock_column', 'category_from', 'brands'],
});
