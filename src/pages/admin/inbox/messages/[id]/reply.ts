import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { answerMessage } from '#lib/customers/contact/contact-admin.server.ts';
import { ANSWER } from '#lib/customers/support/ticket.schema.ts';

export const POST = adminEndpoint({
  input: ANSWER,
  run: answerMessage,
  successMessage: 'The answer is emailed to the sender of the message.',
  redirectTo: '/admin/inbox/messages/[id]',
  oldInputFields: ['message'],
});
