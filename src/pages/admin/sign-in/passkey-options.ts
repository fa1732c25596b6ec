import { saveStaffChallenge } from '#lib/admin/sign-in/browser.server.ts';
import { passkeyOptions } from '#lib/admin/sign-in/passkeys.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  async run(shop, _input, context) {
    const { options, token } = await passkeyOptions(shop);
    saveStaffChallenge(context, token);
    return options;
  },
});
