import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { changePictures } from '#lib/catalog/admin/pictures/change-pictures.server.ts';
import { PICTURE_FORM } from '#lib/catalog/admin/pictures/picture-form.schema.ts';

export const POST = adminEndpoint({
  input: PICTURE_FORM,
  async run(shop, { id, ...form }) {
    await changePictures(shop, Number(id), form);
    return { action: form.action };
  },
  successMessage: ({ action }) =>
    action === 'remove' ? 'The picture is removed.' : 'The pictures are saved. The shop shows them immediately.',
  redirectTo: '/admin/products/[id]#pictures',
  oldInputFields: ['src[]', 'alt[]', 'color[]'],
});
