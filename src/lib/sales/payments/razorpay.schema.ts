import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';
import { amountPaiseSchema, gatewayIdSchema } from '#lib/sales/payments/signed-events.schema.ts';

// The schemas of Razorpay's messages (razorpay.com/docs/webhooks).

export const paymentSchema = z.object({
  id: gatewayIdSchema,
  /** Razorpay's id of the order; null for a payment to the same account without an order. */
  order_id: z.nullish(gatewayIdSchema),
  amount: amountPaiseSchema,
  currency: text(),
  status: text(),
  captured: z.optional(z.unknown()),
});

export type RazorpayPayment = z.infer<typeof paymentSchema>;

export const refundSchema = z.object({
  id: gatewayIdSchema,
  payment_id: gatewayIdSchema,
  amount: amountPaiseSchema,
  currency: z.optional(text()),
  status: text(),
  /** The notes of the refund; an empty array if there are no notes. */
  notes: z.optional(z.unknown()),
});

export type RazorpayRefund = z.infer<typeof refundSchema>;

export const orderSchema = z.object({ id: gatewayIdSchema, amount: amountPaiseSchema, currency: text() });
export type RazorpayOrder = z.infer<typeof orderSchema>;
