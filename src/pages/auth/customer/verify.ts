import { finishLogin, toldAfterLogin } from '#lib/account/finish-login.server.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { browserOf } from '#lib/identity/browser.server.ts';
import { verifyCode } from '#lib/identity/login.server.ts';
import { verifySchema } from '#lib/identity/verify.schema.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

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
