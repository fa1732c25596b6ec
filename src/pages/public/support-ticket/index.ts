import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { ticketListSchema } from '#lib/support/ticket.schema.ts';
import { listTickets } from '#lib/support/ticket.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = customerEndpoint({
  input: ticketListSchema,
  run: (shop, { page }, customer) => listTickets(shop, customer.id, page),
});
