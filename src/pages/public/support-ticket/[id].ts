import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { ticketIdSchema } from '#lib/support/ticket.schema.ts';
import { showTicket } from '#lib/support/ticket.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = customerEndpoint({
  input: ticketIdSchema,
  run: (shop, { id }, customer) => showTicket(shop, customer.id, id),
});
