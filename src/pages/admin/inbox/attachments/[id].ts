import { adminGetEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { attachmentResponseForAdmin } from '#lib/customers/support/attachments.server.ts';
import { ticketIdSchema } from '#lib/customers/support/ticket.schema.ts';

/** A file that a customer attached to a ticket. */
export const GET = adminGetEndpoint({
  input: ticketIdSchema,
  run: (shop, { id }, { request }) => attachmentResponseForAdmin(shop, id, request),
});
