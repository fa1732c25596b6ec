import { requireStaff } from '#lib/admin/access/admin-endpoint.server.ts';
import { attachmentResponseForAdmin } from '#lib/customers/support/attachments.server.ts';
import { ticketIdSchema } from '#lib/customers/support/ticket.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

/** A file that a customer attached to a ticket. */
export const GET = endpoint({
  admit: requireStaff,
  input: ticketIdSchema,
  run: (shop, { id }, { request }) => attachmentResponseForAdmin(shop, id, request),
});
