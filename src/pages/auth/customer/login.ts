import { endpoint } from '#lib/http/endpoint.server.ts';
import { browserOf, keepChallenge } from '#lib/identity/browser.server.ts';
import { CODE_SENT } from '#lib/identity/codes.ts';
import { loginSchema } from '#lib/identity/login.schema.ts';
import { requestLogin } from '#lib/identity/login.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: loginSchema,
  async run(shop, input, context) {
    return keepChallenge(context, await requestLogin(shop, input, browserOf(context)));
  },
  done: CODE_SENT,
  formGoesTo: '/verify',
  keepsTyped: ['email'],
});
