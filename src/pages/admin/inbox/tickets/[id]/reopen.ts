import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { reopenTicket } from '#lib/customers/support/ticket-admin.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  async run(shop, { id, version }) {
    await reopenTicket(shop, id, version);
    return { id };
  },
  successMessage: 'The ticket is open again.',
  redirectTo: ({ id }) => `/admin/inbox/tickets/${id}`,
});
