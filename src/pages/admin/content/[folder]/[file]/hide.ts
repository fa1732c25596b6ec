import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { hideText } from '#lib/content/admin/texts/save-text.server.ts';
import { TEXT_VERSION } from '#lib/content/admin/texts/text-form.schema.ts';

export const POST = adminEndpoint({
  input: TEXT_VERSION,
  run: hideText,
  successMessage: 'The text is hidden. It disappears from the shop within two seconds.',
  redirectTo: '/admin/content/[folder]/[file]',
});
