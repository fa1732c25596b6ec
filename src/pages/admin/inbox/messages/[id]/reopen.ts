import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { reopenMessage } from '#lib/customers/contact/contact-admin.server.ts';

export const POST = recordVersionEndpoint({
  run: reopenMessage,
  successMessage: 'The message is open again.',
  redirectTo: '/admin/inbox/messages/[id]',
});
