import { browserOf, saveChallenge } from '#lib/customers/auth/browser.server.ts';
import { CODE_SENT } from '#lib/customers/auth/codes.ts';
import { loginSchema } from '#lib/customers/auth/login.schema.ts';
import { requestLogin } from '#lib/customers/auth/login.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: loginSchema,
  async run(shop, input, context) {
    return saveChallenge(context, await requestLogin(shop, input, browserOf(context)));
  },
  successMessage: CODE_SENT,
  redirectTo: '/verify',
  oldInputFields: ['email'],
});
