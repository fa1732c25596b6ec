import { z } from 'zod/mini';
import type { GatewayReport, RefundNews } from '#lib/payments/payments.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

/** What Razorpay tells, in its webhooks and its answers (razorpay.com/docs/webhooks). */

export const paymentSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
});
type RazorpayPayment = z.infer<typeof paymentSchema>;

export const refundSchema = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: z.number(),
  status: z.string(),
});

const eventSchema = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.optional(z.object({ entity: z.unknown() })),
    refund: z.optional(z.object({ entity: refundSchema })),
  }),
});

/** `order.paid` tells of the payment that `payment.captured` told of. */
const PAYMENT_EVENTS: ReadonlySet<string> = new Set(['payment.captured', 'payment.failed', 'order.paid']);

/** `undefined` is an event that changes nothing here. */
export function webhookNews(body: Buffer, eventId: string | null): GatewayReport | RefundNews | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ShopError('malformed', 'The body is not JSON.');
  }
  const event = eventSchema.safeParse(json).data;
  if (!event) return undefined;
  const refund = event.payload.refund?.entity;
  if (refund) return refundNews(event.event, refund);
  const payment = paymentSchema.safeParse(event.payload.payment?.entity).data;
  if (!payment || !PAYMENT_EVENTS.has(event.event)) return undefined;
  return reportOf(payment, eventId ?? `${event.event}:${payment.id}`);
}

function refundNews(event: string, { id, payment_id, amount }: z.infer<typeof refundSchema>): RefundNews | undefined {
  const outcomes: Record<string, RefundNews['outcome']> = {
    'refund.created': 'refunded',
    'refund.processed': 'refunded',
    'refund.failed': 'refund_failed',
  };
  const outcome = outcomes[event];
  return outcome && { refundId: id, outcome, amountPaise: amount, reference: payment_id };
}

/** An authorised payment is not money yet; it is captured by itself, or given back. */
export function reportOf(payment: RazorpayPayment, eventId: string): GatewayReport | undefined {
  if (payment.currency !== 'INR') return undefined;
  if (payment.status !== 'captured' && payment.status !== 'failed') return undefined;
  return {
    eventId,
    providerOrderId: payment.order_id,
    outcome: payment.status === 'captured' ? 'paid' : 'failed',
    amountPaise: payment.amount,
    reference: payment.id,
  };
}
