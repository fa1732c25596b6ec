import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { restoreCustomerNote } from '#lib/sales/account/admin/customer-notes.server.ts';
import { CHOSEN_NOTE } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = adminEndpoint({
  input: z.extend(CHOSEN_NOTE, { id: text() }),
  async run(shop, { id, note }) {
    await restoreCustomerNote(shop, id, note);
    return { id };
  },
  successMessage: 'The note was restored.',
  redirectTo: ({ id }) => `/admin/customers/${id}`,
});
