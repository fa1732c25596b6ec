import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { reopenTicket } from '#lib/customers/support/ticket-admin.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, { id, version }) => reopenTicket(shop, id, version),
  successMessage: 'The ticket is open again.',
  redirectTo: '/admin/inbox/tickets/[id]',
});
