import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { runClosing } from '#lib/admin/inbox/bulk/inbox-bulk-action.server.ts';

export const POST = recordEndpoint({
  run: (shop, { id }) => runClosing(shop, id),
  redirectTo: '/admin/inbox/bulk/[id]',
});
