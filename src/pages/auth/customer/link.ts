import { z } from 'zod/mini';
import { browserOf } from '#lib/customers/auth/browser.server.ts';
import { redeemLoginLink } from '#lib/customers/auth/log-in-out.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { finishLogin, noticeAfterLogin } from '#lib/sales/account/finish-login.server.ts';

export const POST = endpoint({
  input: z.object({ token: text().check(z.maxLength(100)) }),
  run: async (shop, { token }, context) => finishLogin(context, await redeemLoginLink(shop, token, browserOf(context))),
  successMessage: noticeAfterLogin,
  redirectTo: ({ next }) => next,
});
