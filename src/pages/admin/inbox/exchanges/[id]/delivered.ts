import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deliverExchange } from '#lib/sales/exchanges/exchange-admin.server.ts';
import { mailNote } from '#lib/sales/orders/mail/mail-note.ts';

export const POST = recordVersionEndpoint({
  run: deliverExchange,
  successMessage: ({ number, email }) => `The new goods for ${number} are delivered.${mailNote(email)}`,
  redirectTo: '/admin/inbox/exchanges/[id]',
});
