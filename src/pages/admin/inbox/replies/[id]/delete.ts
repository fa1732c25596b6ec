import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteReply } from '#lib/customers/support/saved-replies.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, reply) => deleteReply(shop, reply),
  successMessage: 'The reply is deleted.',
  redirectTo: '/admin/inbox/replies',
});
