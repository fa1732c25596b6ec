import { z } from 'zod/mini';
import { toldAfterLogin } from '#lib/account/after-login.ts';
import { finishLogin } from '#lib/account/finish-login.server.ts';
import { browserOf } from '#lib/auth/browser.server.ts';
import { redeemSignInLink } from '#lib/auth/logged-in.server.ts';
import { text } from '#lib/fields/text.schema.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';

export const POST = endpoint({
  input: z.object({ token: text().check(z.maxLength(100)) }),
  run: async (shop, { token }, context) =>
    finishLogin(context, await redeemSignInLink(shop, token, browserOf(context))),
  done: toldAfterLogin,
  formGoesTo: ({ next }) => next,
});
