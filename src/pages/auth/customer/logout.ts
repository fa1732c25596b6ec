import { z } from 'zod/mini';
import { endpoint } from '#lib/http/endpoint.server.ts';
import { dropPrivateCookie, readPrivateCookie } from '#lib/http/private-cookie.server.ts';
import { SESSION_COOKIE } from '#lib/identity/cookies.server.ts';
import { logOut } from '#lib/identity/logged-in.server.ts';

export { nothingHere as ALL } from '#lib/http/nothing-here.server.ts';

export const POST = endpoint({
  input: z.object({ everywhere: z.optional(z.union([z.boolean(), z.literal('true'), z.literal('on')])) }),
  async run(shop, { everywhere }, { cookies }) {
    const token = readPrivateCookie(cookies, shop.settings, SESSION_COOKIE);
    if (token) await logOut(shop, token, Boolean(everywhere));
    dropPrivateCookie(cookies, shop.settings, SESSION_COOKIE);
    return {};
  },
  done: 'You are logged out.',
  formGoesTo: '/login',
});
