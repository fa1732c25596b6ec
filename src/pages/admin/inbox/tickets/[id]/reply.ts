import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ANSWER } from '#lib/customers/support/ticket.schema.ts';
import { answerTicket } from '#lib/customers/support/ticket-admin.server.ts';

export const POST = adminEndpoint({
  input: ANSWER,
  run: (shop, { id, version, message }) => answerTicket(shop, id, message, version),
  successMessage: 'The answer is emailed to the customer.',
  redirectTo: '/admin/inbox/tickets/[id]',
  oldInputFields: ['message'],
});
