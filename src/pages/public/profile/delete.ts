import { z } from 'zod/mini';
import { SESSION_COOKIE, unmarkVisitor } from '#lib/customers/auth/sessions/cookies.server.ts';
import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { dropPrivateCookie } from '#lib/platform/http/cookies/private-cookie.server.ts';
import { ACCOUNT_COOKIE } from '#lib/platform/http/pages/offline-copy.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { deleteAccount } from '#lib/sales/account/delete-account.server.ts';

export const POST = customerEndpoint({
  input: z.object({ email: text() }),
  async run(shop, { email }, customer, { cookies }) {
    await deleteAccount(shop, email, customer);
    for (const name of [SESSION_COOKIE, ACCOUNT_COOKIE]) dropPrivateCookie(cookies, shop.settings, name);
    unmarkVisitor(cookies, shop.settings);
  },
  done: 'Your account is deleted. Go well.',
  formGoesTo: (_data) => '/',
  keepsOldInput: ['email'],
});
