import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { NEW_VIEW } from '#lib/admin/views/saved-view.schema.ts';
import { saveView } from '#lib/admin/views/saved-views.server.ts';

export const POST = adminEndpoint({
  input: NEW_VIEW,
  run: (shop, view, session) => saveView(shop, session, view),
  successMessage: 'The view is saved.',
  redirectTo: ({ href }) => href,
  oldInputFields: ['name'],
});
