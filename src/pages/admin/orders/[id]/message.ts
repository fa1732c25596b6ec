import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { messageCustomer } from '#lib/sales/orders/admin/order-mails.server.ts';
import { noteTextSchema } from '#lib/sales/orders/admin/order-text.schema.ts';

export const POST = orderEndpoint({
  input: z.object({ message: noteTextSchema }),
  run: (shop, { id }, { message }) => messageCustomer(shop, id, message),
  successMessage: ({ email }) => `The message was sent to ${email}.`,
  oldInputFields: ['message'],
});
