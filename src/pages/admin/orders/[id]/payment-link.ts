import { z } from 'zod/mini';
import { orderEndpoint } from '#lib/admin/access/order-endpoint.server.ts';
import { mailPaymentLink } from '#lib/sales/payments/payment-link.server.ts';

export const POST = orderEndpoint({
  input: z.object({}),
  run: (shop, { id }) => mailPaymentLink(shop, id),
  successMessage: ({ email }) => `The payment link was sent to ${email}.`,
});
