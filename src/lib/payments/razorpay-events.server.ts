import { z } from 'zod/mini';
import type { GatewayReport, RefundEvent } from '#lib/payments/payments.ts';
import { amountPaise, gatewayId, isGatewayId, parsedJson, understood } from '#lib/payments/signed-events.schema.ts';

/** Razorpay's messages: razorpay.com/docs/webhooks. */

export const paymentSchema = z.object({
  id: gatewayId,
  /** Null for a payment to the same account without an order. */
  order_id: z.nullish(gatewayId),
  amount: amountPaise,
  currency: z.string(),
  status: z.string(),
});
type RazorpayPayment = z.infer<typeof paymentSchema>;

export const refundSchema = z.object({
  id: gatewayId,
  payment_id: gatewayId,
  amount: amountPaise,
  status: z.string(),
  /** An empty list where there are none. */
  notes: z.optional(z.unknown()),
});

const notesSchema = z.object({ refund: gatewayId });

export function refundEventOf(refund: z.infer<typeof refundSchema>, outcome: RefundEvent['outcome']): RefundEvent {
  const ownId = notesSchema.safeParse(refund.notes).data?.refund;
  return { refundId: refund.id, outcome, amountPaise: refund.amount, reference: refund.payment_id, ownId };
}

const eventSchema = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.optional(z.object({ entity: z.unknown() })),
    refund: z.optional(z.object({ entity: z.unknown() })),
  }),
});

const PAYMENT_EVENTS: ReadonlySet<string> = new Set(['payment.captured', 'payment.failed', 'order.paid']);

const REFUND_OUTCOMES: Partial<Record<string, RefundEvent['outcome']>> = {
  'refund.created': 'refunded',
  'refund.processed': 'refunded',
  'refund.failed': 'refund_failed',
};

/** `undefined` is an event that changes nothing here. Throws `malformed` and `invalid`. */
export function webhookEvent(body: Buffer, eventId: string | null): GatewayReport | RefundEvent | undefined {
  const event = eventSchema.safeParse(parsedJson(body)).data;
  if (!event) return undefined;
  const outcome = REFUND_OUTCOMES[event.event];
  if (outcome && event.payload.refund) {
    const refund = understood(refundSchema, event.payload.refund.entity);
    return refundEventOf(refund, outcome);
  }
  if (!PAYMENT_EVENTS.has(event.event) || !event.payload.payment) return undefined;
  const payment = understood(paymentSchema, event.payload.payment.entity);
  return reportOf(payment, isGatewayId(eventId) ? eventId : `${event.event}:${payment.id}`);
}

/** An authorised payment is not money yet: Razorpay captures it by itself, or gives it back. */
export function reportOf(payment: RazorpayPayment, eventId: string): GatewayReport | undefined {
  if (payment.currency !== 'INR' || !payment.order_id) return undefined;
  if (payment.status !== 'captured' && payment.status !== 'failed') return undefined;
  return {
    eventId,
    providerOrderId: payment.order_id,
    outcome: payment.status === 'captured' ? 'paid' : 'failed',
    amountPaise: payment.amount,
    reference: payment.id,
  };
}
