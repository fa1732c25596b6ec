import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { revertText } from '#lib/content/admin/texts/save-text.server.ts';
import { TEXT_VERSION } from '#lib/content/admin/texts/text-form.schema.ts';

export const POST = adminEndpoint({
  input: TEXT_VERSION,
  run: revertText,
  successMessage: 'Your text is no longer used. All its versions are kept below.',
  redirectTo: '/admin/content/[folder]/[file]/history',
});
