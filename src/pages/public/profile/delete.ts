import { z } from 'zod/mini';
import { dropSessionCookies, unmarkVisitor } from '#lib/customers/auth/sessions/cookies.server.ts';
import { customerEndpoint } from '#lib/customers/auth/sessions/customer-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { deleteAccount } from '#lib/sales/account/delete-account.server.ts';

export const POST = customerEndpoint({
  input: z.object({ email: text() }),
  async run(shop, { email }, customer, { cookies }) {
    await deleteAccount(shop, email, customer, 'customer');
    dropSessionCookies(cookies, shop.settings);
    unmarkVisitor(cookies, shop.settings);
  },
  successMessage: 'Your account is deleted.',
  redirectTo: '/',
  oldInputFields: ['email'],
});
