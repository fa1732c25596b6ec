import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ANSWER } from '#lib/customers/support/ticket.schema.ts';
import { answerTicket } from '#lib/customers/support/ticket-admin.server.ts';

export const POST = adminEndpoint({
  input: ANSWER,
  async run(shop, { id, version, message }) {
    await answerTicket(shop, id, message, version);
    return { id };
  },
  successMessage: 'The answer is emailed to the customer.',
  redirectTo: ({ id }) => `/admin/inbox/tickets/${id}`,
  oldInputFields: ['message'],
});
