import { saveStaffSession, staffBrowser } from '#lib/admin/sign-in/browser.server.ts';
import { PASSKEY_RESPONSE } from '#lib/admin/sign-in/passkey.schema.ts';
import { signInWithPasskey } from '#lib/admin/sign-in/passkeys.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: PASSKEY_RESPONSE,
  async run(shop, { response }, context) {
    const browser = staffBrowser(context);
    saveStaffSession(context, await signInWithPasskey(shop, { token: browser.token, response }, browser));
  },
});
