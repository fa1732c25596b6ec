import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { ticketIdSchema } from '#lib/tickets/ticket.schema.ts';
import { showTicket } from '#lib/tickets/ticket.server.ts';

export const GET = customerEndpoint({
  input: ticketIdSchema,
  run: (shop, { id }, customer) => showTicket(shop, customer.id, id),
});
