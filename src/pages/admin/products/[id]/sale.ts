import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { changeProductSettings } from '#lib/catalog/admin/change-product-settings.server.ts';
import { PRODUCT_SETTINGS } from '#lib/catalog/admin/product-form.schema.ts';

export const POST = adminEndpoint({
  input: PRODUCT_SETTINGS,
  async run(shop, { id, ...settings }) {
    await changeProductSettings(shop, Number(id), settings);
    return { id };
  },
  successMessage: 'The settings are saved. The shop shows them immediately.',
  redirectTo: ({ id }) => `/admin/products/${id}`,
  oldInputFields: ['status', 'slug', 'category', 'hsn'],
});
