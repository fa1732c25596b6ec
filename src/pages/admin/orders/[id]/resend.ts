import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { text } from '#lib/primitives/text.schema.ts';
import { resendMail } from '#lib/sales/orders/admin/order-mails.server.ts';

export const POST = orderEndpoint({
  input: z.object({ mail: text('Please choose an email.') }),
  run: (shop, { id }, { mail }) => resendMail(shop, id, mail),
  successMessage: ({ email }) => `The email was sent to ${email} again.`,
});
