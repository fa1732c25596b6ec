import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { attachmentResponse } from '#lib/tickets/attachments.server.ts';
import { ticketIdSchema } from '#lib/tickets/ticket.schema.ts';

export const GET = customerEndpoint({
  input: ticketIdSchema,
  run: (shop, { id }, customer, { request }) => attachmentResponse(shop, customer.id, id, request),
});
