import { finishLogin, toldAfterLogin } from '#lib/account/finish-login.server.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { browserOf } from '#lib/identity/browser.server.ts';
import { verifyCode } from '#lib/identity/login.server.ts';
import { verifySchema } from '#lib/identity/verify.schema.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: verifySchema,
  run: async (shop, input, context) => finishLogin(context, await verifyCode(shop, input, browserOf(context))),
  done: toldAfterLogin,
  formGoesTo: ({ next }) => next,
});
