import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { ticketSchema } from '#lib/support/ticket.schema.ts';
import { admitMessage, createTicket } from '#lib/support/ticket.server.ts';
import { ATTACHMENT_RULES, TICKET_DONE } from '#lib/support/ticket.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = customerEndpoint({
  admit: (shop, customer) => admitMessage(shop, customer.id),
  upload: ATTACHMENT_RULES,
  keepsTyped: ['subject', 'priority', 'message'],
  input: ticketSchema,
  run: async (shop, input, customer, _context, files) => {
    const { number } = await createTicket(shop, customer.id, input, files);
    return `Ticket ${number} is created. Its number is on its way to you by mail.`;
  },
  done: TICKET_DONE,
  formGoesTo: '/account/support-ticket?created=1',
});
