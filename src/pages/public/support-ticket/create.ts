import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { ticketSchema } from '#lib/customers/support/ticket.schema.ts';
import { admitMessage, createTicket } from '#lib/customers/support/ticket.server.ts';
import { ATTACHMENT_RULES, TICKET_DONE } from '#lib/customers/support/ticket.ts';

export const POST = customerEndpoint({
  admit: (shop, customer) => admitMessage(shop, customer.id),
  upload: ATTACHMENT_RULES,
  oldInputFields: ['subject', 'priority', 'message'],
  input: ticketSchema,
  run: async (shop, input, customer, _context, files) => {
    const { number } = await createTicket(shop, customer.id, input, files);
    return `Ticket ${number} is created. We have emailed its number to you.`;
  },
  successMessage: TICKET_DONE,
  redirectTo: '/account/support-ticket?created=1',
});
