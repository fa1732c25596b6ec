import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { replySchema } from '#lib/tickets/ticket.schema.ts';
import { admitMessage, replyToTicket } from '#lib/tickets/ticket.server.ts';
import { ATTACHMENT_RULES, REPLY_DONE } from '#lib/tickets/ticket.ts';

export const POST = customerEndpoint({
  admit: (shop, customer, { params }) => admitMessage(shop, customer.id, params.id),
  upload: ATTACHMENT_RULES,
  keepsOldInput: ['message'],
  input: replySchema,
  run: (shop, input, customer, _context, files) => replyToTicket(shop, customer.id, input, files),
  done: REPLY_DONE,
});
