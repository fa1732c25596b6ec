import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { ACCOUNT_PATH } from '#lib/admin/access/admin-routes.ts';
import { removePasskey } from '#lib/admin/sign-in/passkeys.server.ts';
import { RECORD_ID } from '#lib/primitives/version.schema.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: RECORD_ID,
  run: (shop, { id }, session) => removePasskey(shop, session, id),
  successMessage: 'The passkey was removed.',
  redirectTo: ACCOUNT_PATH,
});
