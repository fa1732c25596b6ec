import { customerEndpoint } from '#lib/identity/customer-endpoint.server.ts';
import { replySchema } from '#lib/support/ticket.schema.ts';
import { admitMessage, replyToTicket } from '#lib/support/ticket.server.ts';
import { ATTACHMENT_RULES, REPLY_DONE } from '#lib/support/ticket.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = customerEndpoint({
  admit: (shop, customer, { params }) => admitMessage(shop, customer.id, params.id),
  upload: ATTACHMENT_RULES,
  keepsTyped: ['message'],
  input: replySchema,
  run: (shop, input, customer, _context, files) => replyToTicket(shop, customer.id, input, files),
  done: REPLY_DONE,
});
