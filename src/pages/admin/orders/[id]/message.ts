import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { messageCustomer } from '#lib/sales/orders/desk/order-mails.server.ts';
import { noteText } from '#lib/sales/orders/desk/order-text.schema.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text(), message: noteText }),
  run: (shop, { id, message }) => messageCustomer(shop, id, message),
  done: ({ email }) => `It is mailed to ${email}.`,
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
  keepsOldInput: ['message'],
});
