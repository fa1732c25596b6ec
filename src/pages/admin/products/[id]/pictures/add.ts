import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addPictures } from '#lib/catalog/admin/pictures/add-pictures.server.ts';
import { PICTURES_TO_ADD } from '#lib/catalog/admin/pictures/picture-form.schema.ts';
import { PRODUCT_PICTURE_RULES } from '#lib/catalog/admin/pictures/product-pictures.ts';
import { countText, plural } from '#lib/primitives/plural.ts';

export const POST = adminEndpoint({
  input: PICTURES_TO_ADD,
  upload: PRODUCT_PICTURE_RULES,
  run: (shop, { id, version }, _session, _context, files) => addPictures(shop, { id: Number(id), version }, files),
  successMessage: ({ addedCount }) =>
    addedCount === 0
      ? 'The product already has these pictures.'
      : `${countText(addedCount, 'picture is', 'pictures are')} added. Describe what ${plural(addedCount, 'it shows', 'they show')}.`,
  redirectTo: '/admin/products/[id]#pictures',
});
