import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { attachmentResponse } from '#lib/customers/support/attachments.server.ts';
import { ticketIdSchema } from '#lib/customers/support/ticket.schema.ts';

export const GET = customerEndpoint({
  input: ticketIdSchema,
  run: (shop, { id }, customer, { request }) => attachmentResponse(shop, customer.id, id, request),
});
