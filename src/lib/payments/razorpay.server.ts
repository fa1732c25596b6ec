import { z } from 'zod/mini';
import type { PaymentGateway } from '#lib/payments/gateway.server.ts';
import { type GatewayReport, PAYMENT_MESSAGES } from '#lib/payments/payments.ts';
import { isSignedBy } from '#lib/payments/signature.server.ts';
import type { Settings } from '#lib/shop/settings.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

type RazorpayKeys = NonNullable<Settings['razorpay']>;

/** A gateway that hangs must not keep a shopper waiting longer. */
const ANSWER_MS = 8_000;

/** In minutes: captured by itself for as long as an order holds its stock, else given back. */
const CAPTURE = { automatic_expiry_period: 30, manual_expiry_period: 7_200, refund_speed: 'normal' } as const;

const paymentSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
});
type RazorpayPayment = z.infer<typeof paymentSchema>;

const eventSchema = z.object({
  event: z.string(),
  payload: z.object({ payment: z.optional(z.object({ entity: paymentSchema })) }),
});

/** Razorpay by its own package: orders, hosted checkout, signed webhooks (razorpay.com/docs/webhooks). */
export function razorpayGateway(keys: RazorpayKeys): PaymentGateway {
  return {
    provider: 'razorpay',
    async begin(order) {
      const { orders } = await client(keys);
      const made = await answered(
        orders.create({
          amount: order.totalPaise,
          currency: 'INR',
          receipt: order.number,
          notes: { order: order.id },
          payment: { capture: 'automatic', capture_options: CAPTURE },
        }),
      );
      return made.id;
    },
    readWebhook(body, headers) {
      if (!isSignedBy(keys.webhookSecret, body, headers.get('x-razorpay-signature'))) {
        throw new ShopError('refused', PAYMENT_MESSAGES.forged);
      }
      return webhookReport(body, headers.get('x-razorpay-event-id'));
    },
    async ask(providerOrderId) {
      const { orders } = await client(keys);
      const { items } = await answered(orders.fetchPayments(providerOrderId));
      return items.flatMap((item) => {
        const payment = paymentSchema.safeParse({ ...item, amount: Number(item.amount) });
        return payment.success ? (reportOf(payment.data, `asked:${item.id}:${item.status}`) ?? []) : [];
      });
    },
  };
}

/** Loaded at the first payment: the package takes a fifth of a second. */
async function client(keys: RazorpayKeys) {
  const { default: Razorpay } = await import('razorpay');
  const razorpay = new Razorpay({ key_id: keys.keyId, key_secret: keys.keySecret });
  // The package has no option for its address and no time limit; its axios instance has both.
  const { rq } = razorpay.api as unknown as { rq: { defaults: { baseURL: string; timeout: number } } };
  rq.defaults.baseURL = keys.apiUrl;
  rq.defaults.timeout = ANSWER_MS;
  return razorpay;
}

/** The package rejects with plain objects, and with a TypeError when the network failed. */
async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch {
    throw new ShopError('busy', PAYMENT_MESSAGES.unavailable);
  }
}

function webhookReport(body: Buffer, eventId: string | null): GatewayReport | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ShopError('malformed', 'The body is not JSON.');
  }
  const event = eventSchema.safeParse(json).data;
  const payment = event?.payload.payment?.entity;
  if (!event || !payment) return undefined;
  // `order.paid` tells of the payment that `payment.captured` told of: the state of the payment is what counts.
  return reportOf(payment, eventId ?? `${event.event}:${payment.id}`);
}

/** An authorised payment is not money yet; it is captured by itself, or given back. */
function reportOf(payment: RazorpayPayment, eventId: string): GatewayReport | undefined {
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
