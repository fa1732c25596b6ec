import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { beginImport } from '#lib/catalog/admin/imports/begin-import.server.ts';
import { IMPORT_FILE } from '#lib/catalog/admin/imports/import-file.ts';
import { IMPORT_FORM } from '#lib/catalog/admin/imports/import-form.schema.ts';
import { DEFAULT_RULES } from '#lib/catalog/admin/imports/stored-import.ts';

export const POST = adminEndpoint({
  input: IMPORT_FORM,
  upload: IMPORT_FILE,
  async run(shop, { stock, remove }, _session, _context, [file]) {
    return { id: await beginImport(shop, { ...DEFAULT_RULES, writesStock: stock, removesMissing: remove }, file) };
  },
  redirectTo: ({ id }) => `/admin/products/import/${id}`,
});
