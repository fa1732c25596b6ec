import { endpoint } from '#lib/http/endpoint.server.ts';
import { browserOf, keepChallenge } from '#lib/identity/browser.server.ts';
import { CODE_SENT } from '#lib/identity/codes.ts';
import { requestRegistration } from '#lib/identity/login.server.ts';
import { registerSchema } from '#lib/identity/register.schema.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: registerSchema,
  async run(shop, input, context) {
    return keepChallenge(context, await requestRegistration(shop, input, browserOf(context)));
  },
  done: CODE_SENT,
  formGoesTo: '/verify',
  keepsTyped: ['name', 'email', 'mobile', 'termsAndCondtion'],
});
