import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { RENAMED_VIEW } from '#lib/admin/views/saved-view.schema.ts';
import { renameView } from '#lib/admin/views/saved-views.server.ts';

export const POST = adminEndpoint({
  input: RENAMED_VIEW,
  run: (shop, view, session) => renameView(shop, session, view),
  successMessage: 'The view is renamed.',
  redirectTo: ({ href }) => href,
});
