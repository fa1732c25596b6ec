import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { cropPicture } from '#lib/catalog/admin/pictures/crop-picture.server.ts';
import { CROP_FORM } from '#lib/catalog/admin/pictures/picture-form.schema.ts';

export const POST = adminEndpoint({
  input: CROP_FORM,
  run: (shop, { id, ...crop }) => cropPicture(shop, Number(id), crop),
  successMessage: 'The picture is cropped.',
  redirectTo: '/admin/products/[id]#pictures',
});
