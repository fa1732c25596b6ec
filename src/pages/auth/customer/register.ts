import { browserOf, saveChallenge } from '#lib/customers/auth/browser.server.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';
import { requestRegistration } from '#lib/customers/auth/login.server.ts';
import { registerSchema } from '#lib/customers/auth/register.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: registerSchema,
  async run(shop, input, context) {
    return saveChallenge(context, await requestRegistration(shop, input, browserOf(context)));
  },
  successMessage: CODE_SENT,
  redirectTo: '/verify',
  oldInputFields: ['name', 'email', 'mobile', 'termsAndCondtion'],
});
