import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { runClosing } from '#lib/admin/inbox/bulk/inbox-bulk-action.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_ID,
  run: (shop, { id }) => runClosing(shop, id),
  redirectTo: '/admin/inbox/bulk/[id]',
});
