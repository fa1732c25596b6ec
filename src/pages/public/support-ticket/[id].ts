import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { ticketIdSchema } from '#lib/customers/support/ticket.schema.ts';
import { showTicket } from '#lib/customers/support/ticket.server.ts';

export const GET = customerEndpoint({
  input: ticketIdSchema,
  run: (shop, { id }, customer) => showTicket(shop, customer.id, id),
});
