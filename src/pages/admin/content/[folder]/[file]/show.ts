import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { showText } from '#lib/content/admin/texts/save-text.server.ts';
import { TEXT_VERSION } from '#lib/content/admin/texts/text-form.schema.ts';

export const POST = adminEndpoint({
  input: TEXT_VERSION,
  run: showText,
  successMessage: 'The text is no longer hidden. It appears in the shop within two seconds.',
  redirectTo: '/admin/content/[folder]/[file]',
});
