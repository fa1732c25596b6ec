import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addQuestion } from '#lib/content/admin/texts/save-text.server.ts';
import { NEW_QUESTION } from '#lib/content/admin/texts/text-form.schema.ts';

export const POST = adminEndpoint({
  input: NEW_QUESTION,
  run: addQuestion,
  successMessage: 'The question is added. The shop shows it within two seconds.',
  redirectTo: '/admin/content/[folder]/[file]',
  oldInputFields: ['question', 'answer'],
});
