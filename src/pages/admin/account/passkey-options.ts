import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { saveStaffChallenge } from '#lib/admin/sign-in/browser.server.ts';
import { newPasskeyOptions } from '#lib/admin/sign-in/passkeys.server.ts';

export const POST = adminEndpoint({
  needsConfirmation: 'unless enrolling',
  async run(shop, _input, session, context) {
    const { options, token } = await newPasskeyOptions(shop, session);
    saveStaffChallenge(context, token);
    return options;
  },
});
