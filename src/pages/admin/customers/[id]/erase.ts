import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { EMAIL_MAX_CHARACTERS } from '#lib/primitives/email.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { readCustomer } from '#lib/sales/account/admin/customer-details.server.ts';
import { deleteAccount } from '#lib/sales/account/delete-account.server.ts';

export const POST = adminEndpoint({
  needsConfirmation: true,
  input: z.object({ id: text(), email: z._default(text().check(z.maxLength(EMAIL_MAX_CHARACTERS)), '') }),
  async run(shop, { id, email }) {
    const customer = await readCustomer(shop, id);
    await deleteAccount(shop, email, customer, 'staff');
  },
  successMessage: 'The customer’s account was deleted.',
  redirectTo: '/admin/customers',
  oldInputFields: ['email'],
});
