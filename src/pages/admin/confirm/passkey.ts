import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { staffBrowser } from '#lib/admin/sign-in/browser.server.ts';
import { PASSKEY_RESPONSE } from '#lib/admin/sign-in/passkey.schema.ts';
import { confirmWithPasskey } from '#lib/admin/sign-in/passkeys.server.ts';

export const POST = adminEndpoint({
  input: PASSKEY_RESPONSE,
  run: (shop, { response }, session, context) =>
    confirmWithPasskey(shop, session, { token: staffBrowser(context).token, response }),
});
