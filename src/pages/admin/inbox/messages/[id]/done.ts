import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { closeMessage } from '#lib/customers/contact/contact-admin.server.ts';
import { RECORD_VERSION } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  input: RECORD_VERSION,
  run: (shop, message) => closeMessage(shop, message),
  successMessage: 'The message is closed.',
  redirectTo: '/admin/inbox/messages/[id]',
});
