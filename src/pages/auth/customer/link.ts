import { z } from 'zod/mini';
import { joinAtLogin } from '#lib/cart/cart-request.server.ts';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { browserOf, keepLogin } from '#lib/identity/browser.server.ts';
import { redeemSignInLink } from '#lib/identity/logged-in.server.ts';
import { customerJson } from '#lib/identity/session.server.ts';
import { grantWish } from '#lib/wishlist/pending-wish.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: z.object({ token: z.string().check(z.maxLength(100)) }),
  async run(shop, { token }, context) {
    const login = await redeemSignInLink(shop, token, browserOf(context));
    keepLogin(context, login);
    const cart_notice = await joinAtLogin(context, login.customer.id);
    const wish_notice = await grantWish(context, login.customer.id);
    return { ...customerJson(login.customer), next: login.next ?? '/account/dashboard', cart_notice, wish_notice };
  },
  done: ({ cart_notice, wish_notice }) => [cart_notice, wish_notice].filter(Boolean).join(' '),
  formGoesTo: ({ next }) => next,
});
