import { z } from 'zod/mini';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { browserOf, keepLogin } from '#lib/identity/browser.server.ts';
import { redeemSignInLink } from '#lib/identity/login.server.ts';
import { customerJson } from '#lib/identity/session.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: z.object({ token: z.string().check(z.maxLength(100)) }),
  async run(shop, { token }, context) {
    const login = await redeemSignInLink(shop, token, browserOf(context));
    keepLogin(context, login);
    return { ...customerJson(login.customer), next: login.next ?? '/account/dashboard' };
  },
  formGoesTo: ({ next }) => next,
});
