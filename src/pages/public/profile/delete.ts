import { z } from 'zod/mini';
import { deleteAccount } from '#lib/account/delete-account.server.ts';
import { SESSION_COOKIE, unmarkVisitor } from '#lib/auth/cookies.server.ts';
import { customerEndpoint } from '#lib/auth/customer-endpoint.server.ts';
import { text } from '#lib/fields/text.schema.ts';
import { dropPrivateCookie } from '#lib/platform/http/private-cookie.server.ts';

export const POST = customerEndpoint({
  input: z.object({ email: text() }),
  async run(shop, { email }, customer, { cookies }) {
    await deleteAccount(shop, email, customer);
    dropPrivateCookie(cookies, shop.settings, SESSION_COOKIE);
    unmarkVisitor(cookies, shop.settings);
  },
  done: 'Your account is deleted. Go well.',
  formGoesTo: (_data) => '/',
  keepsOldInput: ['email'],
});
