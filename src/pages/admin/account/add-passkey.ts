import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { staffBrowser } from '#lib/admin/sign-in/browser.server.ts';
import { NEW_PASSKEY } from '#lib/admin/sign-in/passkey.schema.ts';
import { addPasskey } from '#lib/admin/sign-in/passkeys.server.ts';

export const POST = adminEndpoint({
  needsConfirmation: 'unless enrolling',
  input: NEW_PASSKEY,
  run: (shop, { response }, session, context) =>
    addPasskey(shop, session, { token: staffBrowser(context).token, response }),
  successMessage: 'The passkey was added.',
});
