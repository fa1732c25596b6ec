import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { hideDemoTexts } from '#lib/content/admin/texts/save-text.server.ts';
import { TEXT_FOLDER } from '#lib/content/admin/texts/text-form.schema.ts';

export const POST = adminEndpoint({
  input: TEXT_FOLDER,
  run: (shop, { folder }) => hideDemoTexts(shop, folder),
  successMessage: 'The demo’s texts are hidden. They disappear from the shop within two seconds.',
  redirectTo: '/admin/content',
});
