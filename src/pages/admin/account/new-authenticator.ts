import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { startAuthenticatorSetup } from '#lib/admin/sign-in/authenticator.server.ts';
import { saveStaffChallenge } from '#lib/admin/sign-in/browser.server.ts';

export const POST = adminEndpoint({
  needsConfirmation: 'unless enrolling',
  run: async (shop, _input, session, context) =>
    saveStaffChallenge(context, await startAuthenticatorSetup(shop, session)),
  redirectTo: '/admin/account/authenticator',
});
