import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { NEW_INBOX_BULK_ACTION } from '#lib/admin/inbox/bulk/inbox-bulk-action.schema.ts';
import { createClosing, runClosing } from '#lib/admin/inbox/bulk/inbox-bulk-action.server.ts';

export const POST = adminEndpoint({
  input: NEW_INBOX_BULK_ACTION,
  async run(shop, { item }) {
    const id = await createClosing(shop, item);
    await runClosing(shop, id);
    return { id };
  },
  redirectTo: ({ id }) => `/admin/inbox/bulk/${id}`,
});
