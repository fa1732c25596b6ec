import { z } from 'zod/mini';
import { SESSION_COOKIE } from '#lib/auth/cookies.server.ts';
import { logOut } from '#lib/auth/logged-in.server.ts';
import { endpoint } from '#lib/platform/http/endpoint.server.ts';
import { dropPrivateCookie, readPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';

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
