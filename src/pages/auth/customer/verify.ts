import { toldAfterLogin } from '#lib/account/after-login.ts';
import { finishLogin } from '#lib/account/finish-login.server.ts';
import { browserOf } from '#lib/auth/browser.server.ts';
import { verifyCode } from '#lib/auth/login.server.ts';
import { verifySchema } from '#lib/auth/verify.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: verifySchema,
  async run(shop, { next, ...input }, context) {
    const login = await verifyCode(shop, input, browserOf(context));
    // The page that the code was typed on may lead elsewhere than the one that it was asked for on.
    return finishLogin(context, { ...login, next: next ?? login.next });
  },
  done: toldAfterLogin,
  formGoesTo: ({ next }) => next,
});
