import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { closeTicket } from '#lib/customers/support/ticket-admin.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, { id, version }) => closeTicket(shop, id, version),
  successMessage: 'The ticket is closed.',
  redirectTo: '/admin/inbox/tickets/[id]',
});
