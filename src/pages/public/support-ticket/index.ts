import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { ticketListSchema } from '#lib/tickets/ticket.schema.ts';
import { listTickets } from '#lib/tickets/ticket.server.ts';

export const GET = customerEndpoint({
  input: ticketListSchema,
  run: (shop, { page }, customer) => listTickets(shop, customer.id, page),
});
