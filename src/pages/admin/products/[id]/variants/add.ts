import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addVariants } from '#lib/catalog/admin/create/add-variants.server.ts';
import { ADDED_VARIANTS } from '#lib/catalog/admin/create/variant-options.schema.ts';
import { countText } from '#lib/primitives/plural.ts';

export const POST = adminEndpoint({
  input: ADDED_VARIANTS,
  run: (shop, { id, ...form }) => addVariants(shop, Number(id), form),
  successMessage: (addedCount) => `${countText(addedCount, 'variant is', 'variants are')} added.`,
  redirectTo: '/admin/products/[id]#variants',
  oldInputFields: ['values_0', 'values_1', 'values_2', 'option', 'option_values', 'new_price', 'new_stock'],
});
