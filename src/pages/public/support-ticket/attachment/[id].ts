import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { attachmentResponse } from '#lib/support/attachments.server.ts';
import { ticketIdSchema } from '#lib/support/ticket.schema.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const GET = customerEndpoint({
  input: ticketIdSchema,
  run: (shop, { id }, customer, { request }) => attachmentResponse(shop, customer.id, id, request),
});
