import { z } from 'zod/mini';
import { adminEndpoint } from '#lib/admin/access/admin-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { resendMail } from '#lib/sales/orders/desk/order-mails.server.ts';

export const POST = adminEndpoint({
  input: z.object({ id: text(), mail: text('Please choose an email.') }),
  run: (shop, { id, mail }) => resendMail(shop, id, mail),
  done: ({ email }) => `It is sent to ${email} again.`,
  formGoesTo: ({ id }) => `/admin/orders/${id}`,
});
