import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { replySchema } from '#lib/customers/support/ticket.schema.ts';
import { admitMessage, replyToTicket } from '#lib/customers/support/ticket.server.ts';
import { ATTACHMENT_RULES, REPLY_DONE } from '#lib/customers/support/ticket.ts';

export const POST = customerEndpoint({
  admit: (shop, customer, { params }) => admitMessage(shop, customer.id, params.id),
  upload: ATTACHMENT_RULES,
  oldInputFields: ['message'],
  input: replySchema,
  run: (shop, input, customer, _context, files) => replyToTicket(shop, customer.id, input, files),
  successMessage: REPLY_DONE,
});
