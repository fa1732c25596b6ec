import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { removeVariants } from '#lib/catalog/admin/create/remove-variants.server.ts';
import { REMOVED_VARIANTS } from '#lib/catalog/admin/create/variant-options.schema.ts';
import { countText } from '#lib/primitives/plural.ts';

export const POST = adminEndpoint({
  input: REMOVED_VARIANTS,
  run: (shop, { id, ...selection }) => removeVariants(shop, Number(id), selection),
  successMessage: (removedCount) => `${countText(removedCount, 'variant is', 'variants are')} removed.`,
  redirectTo: '/admin/products/[id]#variants',
  oldInputFields: ['variant'],
});
