import { browserOf } from '#lib/customers/auth/browser.server.ts';
import { verifyCode } from '#lib/customers/auth/login.server.ts';
import { verifySchema } from '#lib/customers/auth/verify.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { finishLogin, noticeAfterLogin } from '#lib/sales/account/finish-login.server.ts';

export const POST = endpoint({
  input: verifySchema,
  async run(shop, { next, ...input }, context) {
    const login = await verifyCode(shop, input, browserOf(context));
    // The page where the code is entered may have a different `next` from the page where it was requested.
    return finishLogin(context, { ...login, next: next ?? login.next });
  },
  successMessage: noticeAfterLogin,
  redirectTo: ({ next }) => next,
});
