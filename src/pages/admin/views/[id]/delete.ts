import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { VIEW_VERSION } from '#lib/admin/views/saved-view.schema.ts';
import { deleteView } from '#lib/admin/views/saved-views.server.ts';

export const POST = adminEndpoint({
  input: VIEW_VERSION,
  run: (shop, view, session) => deleteView(shop, session, view),
  successMessage: 'The view is deleted.',
  redirectTo: ({ href }) => href,
});
