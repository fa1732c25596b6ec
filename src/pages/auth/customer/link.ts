import { z } from 'zod/mini';
import { finishLogin, toldAfterLogin } from '#lib/account/finish-login.server.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { browserOf } from '#lib/identity/browser.server.ts';
import { redeemSignInLink } from '#lib/identity/logged-in.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: z.object({ token: z.string().check(z.maxLength(100)) }),
  run: async (shop, { token }, context) =>
    finishLogin(context, await redeemSignInLink(shop, token, browserOf(context))),
  done: toldAfterLogin,
  formGoesTo: ({ next }) => next,
});
