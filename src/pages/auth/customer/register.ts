import { browserOf, keepChallenge } from '#lib/auth/browser.server.ts';
import { CODE_SENT } from '#lib/auth/codes.ts';
import { requestRegistration } from '#lib/auth/login.server.ts';
import { registerSchema } from '#lib/auth/register.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: registerSchema,
  async run(shop, input, context) {
    return keepChallenge(context, await requestRegistration(shop, input, browserOf(context)));
  },
  done: CODE_SENT,
  formGoesTo: '/verify',
  keepsOldInput: ['name', 'email', 'mobile', 'termsAndCondtion'],
});
