import { z } from 'zod/mini';
import { logOut } from '#lib/customers/auth/log-in-out.server.ts';
import { dropSessionCookies, SESSION_COOKIE } from '#lib/customers/auth/sessions/cookies.server.ts';
import { readPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';

export const POST = endpoint({
  input: z.object({ everywhere: z.optional(z.union([z.boolean(), z.literal('true'), z.literal('on')])) }),
  async run(shop, { everywhere }, { cookies }) {
    const token = readPrivateCookie(cookies, shop.settings, SESSION_COOKIE);
    if (token) await logOut(shop, token, Boolean(everywhere));
    dropSessionCookies(cookies, shop.settings);
    return {};
  },
  successMessage: 'You are logged out.',
  redirectTo: '/login',
});
