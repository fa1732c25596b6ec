import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { NEW_INBOX_BULK } from '#lib/admin/inbox/bulk/inbox-bulk.schema.ts';
import { createClosing, runClosing } from '#lib/admin/inbox/bulk/inbox-bulk.server.ts';

export const POST = adminEndpoint({
  input: NEW_INBOX_BULK,
  async run(shop, { item }) {
    const id = await createClosing(shop, item);
    await runClosing(shop, id);
    return { id };
  },
  redirectTo: ({ id }) => `/admin/inbox/bulk/${id}`,
});
