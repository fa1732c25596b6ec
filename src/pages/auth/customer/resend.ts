import { browserOf, saveChallenge } from '#lib/customers/auth/browser.server.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';
import { resendCode } from '#lib/customers/auth/login.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

/** Emails a code to the address in the browser's challenge. The body is ignored, so nobody else can get a code. */
export const POST = endpoint({
  async run(shop, _input, context) {
    return saveChallenge(context, await resendCode(shop, browserOf(context)));
  },
  successMessage: CODE_SENT,
  redirectTo: '/verify',
});
