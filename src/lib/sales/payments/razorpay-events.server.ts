import { z } from 'zod/mini';
import { text } from '#lib/primitives/text.schema.ts';
import type { ContradictoryReport, GatewayReport, RefundEvent } from '#lib/sales/payments/payments.ts';
import {
  orderSchema,
  paymentSchema,
  type RazorpayPayment,
  type RazorpayRefund,
  refundSchema,
} from '#lib/sales/payments/razorpay.schema.ts';
import { contradictionIn, type RazorpayMessage } from '#lib/sales/payments/razorpay-contradictions.ts';
import { gatewayIdSchema, isGatewayId, parseEvent, parseJson } from '#lib/sales/payments/signed-events.schema.ts';

// The conversion of Razorpay's messages (razorpay.com/docs/webhooks).

const notesSchema = z.object({ refund: gatewayIdSchema });

export function refundEventOf(refund: RazorpayRefund, outcome: RefundEvent['outcome']): RefundEvent {
  const shopRefundId = notesSchema.safeParse(refund.notes).data?.refund;
  return { refundId: refund.id, outcome, amountPaise: refund.amount, reference: refund.payment_id, shopRefundId };
}

const entitySchema = z.optional(z.object({ entity: z.unknown() }));
const eventSchema = z.object({
  event: text(),
  payload: z.object({ payment: entitySchema, refund: entitySchema, order: entitySchema }),
});

const PAYMENT_EVENTS: ReadonlySet<string> = new Set(['payment.captured', 'payment.failed', 'order.paid']);

const REFUND_OUTCOMES: Partial<Record<string, RefundEvent['outcome']>> = {
  'refund.created': 'refunded',
  'refund.processed': 'refunded',
  'refund.failed': 'refund_failed',
};

type WebhookReport = GatewayReport | RefundEvent | ContradictoryReport;

/**
 * Returns the report in a webhook; undefined for an event that changes nothing. Throws `malformed` if the body is not
 * JSON, and `invalid` if a field is invalid.
 */
export function webhookReport(body: Buffer, eventId: string | null): WebhookReport | undefined {
  const { data } = eventSchema.safeParse(parseJson(body));
  if (!data) return undefined;
  const { event, payload } = data;
  const outcome = REFUND_OUTCOMES[event];
  if (outcome && payload.refund) {
    const refund = parseEvent(refundSchema, payload.refund.entity);
    const payment = payload.payment && parseEvent(paymentSchema, payload.payment.entity);
    const contradiction = contradictionIn({ event, refund, payment });
    if (contradiction !== undefined) return { ...contradictoryReport(contradiction), reference: refund.payment_id };
    // The `refund.created` event may arrive after the refund has failed.
    return refundEventOf(refund, refund.status === 'failed' ? 'refund_failed' : outcome);
  }
  if (!PAYMENT_EVENTS.has(event) || !payload.payment) return undefined;
  const payment = parseEvent(paymentSchema, payload.payment.entity);
  const order = payload.order && parseEvent(orderSchema, payload.order.entity);
  return reportOf({ event, payment, order }, isGatewayId(eventId) ? eventId : `${event}:${payment.id}`);
}

/**
 * Returns the report about a payment. Returns undefined for a payment without an order, and for a payment that is
 * neither captured nor failed. An authorised payment is not final: Razorpay captures it automatically, or refunds it.
 */
export function reportOf(
  message: Omit<RazorpayMessage, 'refund'> & { payment: RazorpayPayment },
  eventId: string,
): GatewayReport | ContradictoryReport | undefined {
  const { id, order_id, status, amount } = message.payment;
  // A payment without an order is not a payment to this shop, because all payments to this shop have an order.
  if (!order_id) return undefined;
  const contradiction = contradictionIn(message);
  if (contradiction !== undefined)
    return { ...contradictoryReport(contradiction), reference: id, providerOrderId: order_id };
  if (status !== 'captured' && status !== 'failed') return undefined;
  const outcome = status === 'captured' ? 'paid' : 'failed';
  return { eventId, providerOrderId: order_id, outcome, amountPaise: amount, reference: id };
}

function contradictoryReport(contradiction: string): Pick<ContradictoryReport, 'outcome' | 'contradiction'> {
  return { outcome: 'contradictory', contradiction };
}
