import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { runClosing } from '#lib/admin/inbox/bulk/inbox-bulk-action.server.ts';
import { text } from '#lib/primitives/text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text() }),
  run: (shop, { id }) => runClosing(shop, id),
  redirectTo: '/admin/inbox/bulk/[id]',
});
