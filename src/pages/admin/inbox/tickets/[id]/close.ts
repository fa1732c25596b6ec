import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { closeTicket } from '#lib/customers/support/ticket-admin.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, { id, version }) => closeTicket(shop, id, version),
  successMessage: 'The ticket is closed.',
  redirectTo: '/admin/inbox/tickets/[id]',
});
