import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { addCustomerNote } from '#lib/sales/account/admin/customer-notes.server.ts';
import { noteTextSchema } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text(), note: noteTextSchema }),
  run: (shop, { id, note }) => addCustomerNote(shop, id, note),
  successMessage: 'The note was saved.',
  redirectTo: '/admin/customers/[id]',
  oldInputFields: ['note'],
});
