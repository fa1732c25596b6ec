import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { changeTexts } from '#lib/catalog/desk/change-texts.server.ts';
import { PRODUCT_TEXTS } from '#lib/catalog/desk/product-form.schema.ts';

export const POST = adminEndpoint({
  input: PRODUCT_TEXTS,
  async run(shop, { id, ...texts }) {
    await changeTexts(shop, Number(id), texts);
    return { id };
  },
  done: 'The texts are saved. The shop shows them at once.',
  formGoesTo: ({ id }) => `/admin/products/${id}`,
  keepsOldInput: [
    ...['name', 'content', 'long_content', 'details', 'size_fit', 'color_notes', 'care', 'tags', 'fibre', 'origin'],
    ...['maker', 'seo_title', 'seo_description'],
  ],
});
