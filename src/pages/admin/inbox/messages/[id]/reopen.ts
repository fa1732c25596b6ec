import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { reopenMessage } from '#lib/customers/contact/contact-admin.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, message) => reopenMessage(shop, message),
  successMessage: 'The message is open again.',
  redirectTo: '/admin/inbox/messages/[id]',
});
