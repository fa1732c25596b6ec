import { endpoint } from '#lib/http/endpoint.server.ts';
import { browserOf, keepChallenge } from '#lib/identity/browser.server.ts';
import { CODE_SENT } from '#lib/identity/codes.ts';
import { resendCode } from '#lib/identity/login.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

/** The address stands in the browser's challenge, so what the body says of it can't send mail to anyone else. */
export const POST = endpoint({
  async run(shop, _input, context) {
    return keepChallenge(context, await resendCode(shop, browserOf(context)));
  },
  done: CODE_SENT,
  formGoesTo: '/verify',
});
