import { z } from 'zod/mini';
import { logOut } from '#lib/customers/auth/logged-in.server.ts';
import { SESSION_COOKIE } from '#lib/customers/auth/sessions/cookies.server.ts';
import { dropPrivateCookie, readPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { endpoint } from '#lib/platform/http/endpoint/endpoint.server.ts';
import { ACCOUNT_COOKIE } from '#lib/platform/http/pages/offline-copy.ts';

export const POST = endpoint({
  input: z.object({ everywhere: z.optional(z.union([z.boolean(), z.literal('true'), z.literal('on')])) }),
  async run(shop, { everywhere }, { cookies }) {
    const token = readPrivateCookie(cookies, shop.settings, SESSION_COOKIE);
    if (token) await logOut(shop, token, Boolean(everywhere));
    for (const name of [SESSION_COOKIE, ACCOUNT_COOKIE]) dropPrivateCookie(cookies, shop.settings, name);
    return {};
  },
  done: 'You are logged out.',
  formGoesTo: '/login',
});
