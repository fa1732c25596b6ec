import { recordEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { removePasskey } from '#lib/admin/sign-in/passkeys.server.ts';

export const POST = recordEndpoint({
  needsConfirmation: true,
  run: (shop, { id }, session) => removePasskey(shop, session, id),
  successMessage: 'The passkey was removed.',
  redirectTo: '/admin/account',
});
