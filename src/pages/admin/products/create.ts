import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { createProduct } from '#lib/catalog/admin/create/create-product.server.ts';
import { NEW_PRODUCT_FORM } from '#lib/catalog/admin/create/new-product.schema.ts';
import { PRODUCT_PICTURE_RULES } from '#lib/catalog/admin/pictures/product-pictures.ts';

export const POST = adminEndpoint({
  input: NEW_PRODUCT_FORM,
  upload: PRODUCT_PICTURE_RULES,
  run: (shop, { key, ...product }, { staffId }, _context, files) =>
    createProduct(shop, product, files, { kind: 'create product', ownerId: staffId, id: key }),
  successMessage: 'The draft is saved. Check prices, stock and pictures, then set it to active.',
  redirectTo: ({ id }) => `/admin/products/${id}`,
  oldInputFields: [
    ...['name', 'price', 'sell_unit', 'stock', 'option_1', 'values_1', 'option_2', 'values_2', 'category', 'hsn'],
  ],
});
