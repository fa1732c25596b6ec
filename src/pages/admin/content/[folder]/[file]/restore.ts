import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { restoreText } from '#lib/content/admin/texts/save-text.server.ts';
import { EARLIER_TEXT } from '#lib/content/admin/texts/text-form.schema.ts';

export const POST = adminEndpoint({
  input: EARLIER_TEXT,
  run: restoreText,
  successMessage: 'This version is restored. The shop shows it within two seconds.',
  redirectTo: '/admin/content/[folder]/[file]',
});
