import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteReply } from '#lib/customers/support/saved-replies.server.ts';

export const POST = recordVersionEndpoint({
  run: deleteReply,
  successMessage: 'The reply is deleted.',
  redirectTo: '/admin/inbox/replies',
});
