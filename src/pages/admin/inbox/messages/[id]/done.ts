import { recordVersionEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { closeMessage } from '#lib/customers/contact/contact-admin.server.ts';

export const POST = recordVersionEndpoint({
  run: (shop, message) => closeMessage(shop, message),
  successMessage: 'The message is closed.',
  redirectTo: '/admin/inbox/messages/[id]',
});
