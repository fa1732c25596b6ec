import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { ticketListSchema } from '#lib/customers/support/ticket.schema.ts';
import { listTickets } from '#lib/customers/support/ticket.server.ts';

export const GET = customerEndpoint({
  input: ticketListSchema,
  run: (shop, { page }, customer) => listTickets(shop, customer.id, page),
});
