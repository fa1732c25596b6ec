import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { isAllowed } from '#lib/admin/staff/roles.ts';
import { changeVariants } from '#lib/catalog/admin/change-variants.server.ts';
import { VARIANT_FORM } from '#lib/catalog/admin/variant-form.schema.ts';

export const POST = adminEndpoint({
  input: VARIANT_FORM,
  async run(shop, { id, list, ...form }, { role }) {
    const { slug, isChanged } = await changeVariants(
      shop,
      { ...form, id: Number(id) },
      isAllowed(role, 'manage products'),
    );
    return { id, list, slug, isChanged };
  },
  successMessage: ({ isChanged }) =>
    isChanged ? 'The variants are saved. The shop shows them immediately.' : 'Nothing has changed.',
  redirectTo: ({ id, list }) =>
    list === undefined ? `/admin/products/${id}` : `/admin/products?${new URLSearchParams(list)}#p${id}`,
  oldInputFields: ['stock_of[]', 'price[]', 'sale_price[]', 'stock[]', 'sku[]', 'barcode[]', 'shelf[]', 'reason'],
});
