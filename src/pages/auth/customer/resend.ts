import { browserOf, saveChallenge } from '#lib/customers/auth/browser.server.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';
import { resendCode } from '#lib/customers/auth/login.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

/** The address comes from the browser's challenge, so an address in the body can't send an email to anyone else. */
export const POST = endpoint({
  async run(shop, _input, context) {
    return saveChallenge(context, await resendCode(shop, browserOf(context)));
  },
  successMessage: CODE_SENT,
  redirectTo: '/verify',
});
