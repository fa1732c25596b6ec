import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { deleteReply } from '#lib/customers/support/saved-replies.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, reply) => deleteReply(shop, reply),
  successMessage: 'The reply is deleted.',
  redirectTo: '/admin/inbox/replies',
});
