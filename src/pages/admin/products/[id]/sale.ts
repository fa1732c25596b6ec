import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { changeProductSettings } from '#lib/catalog/admin/change-product-settings.server.ts';
import { PRODUCT_SETTINGS } from '#lib/catalog/admin/product-form.schema.ts';

export const POST = adminEndpoint({
  input: PRODUCT_SETTINGS,
  run: (shop, { id, ...settings }) => changeProductSettings(shop, Number(id), settings),
  successMessage: 'The settings are saved. The shop shows them immediately.',
  redirectTo: '/admin/products/[id]',
  oldInputFields: ['status', 'slug', 'category', 'hsn'],
});
