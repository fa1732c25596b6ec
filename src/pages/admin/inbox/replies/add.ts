import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { addReply } from '#lib/customers/support/saved-replies.server.ts';
import { SAVED_REPLY } from '#lib/customers/support/saved-reply.schema.ts';

export const POST = adminEndpoint({
  input: SAVED_REPLY,
  run: addReply,
  successMessage: 'The reply is saved.',
  redirectTo: '/admin/inbox/replies',
  oldInputFields: ['name', 'text'],
});
