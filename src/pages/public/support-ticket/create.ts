import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { ticketSchema } from '#lib/tickets/ticket.schema.ts';
import { admitMessage, createTicket } from '#lib/tickets/ticket.server.ts';
import { ATTACHMENT_RULES, TICKET_DONE } from '#lib/tickets/ticket.ts';

export const POST = customerEndpoint({
  admit: (shop, customer) => admitMessage(shop, customer.id),
  upload: ATTACHMENT_RULES,
  keepsOldInput: ['subject', 'priority', 'message'],
  input: ticketSchema,
  run: async (shop, input, customer, _context, files) => {
    const { number } = await createTicket(shop, customer.id, input, files);
    return `Ticket ${number} is created. Its number is on its way to you by mail.`;
  },
  done: TICKET_DONE,
  formGoesTo: '/account/support-ticket?created=1',
});
