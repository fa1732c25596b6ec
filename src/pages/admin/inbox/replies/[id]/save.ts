import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { changeReply } from '#lib/customers/support/saved-replies.server.ts';
import { CHANGED_REPLY } from '#lib/customers/support/saved-reply.schema.ts';

export const POST = adminEndpoint({
  input: CHANGED_REPLY,
  run: changeReply,
  successMessage: 'The reply is saved.',
  redirectTo: '/admin/inbox/replies',
  oldInputFields: ['name', 'text'],
});
