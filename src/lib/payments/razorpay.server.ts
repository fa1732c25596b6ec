import { z } from 'zod/mini';
import type { PaymentGateway } from '#lib/payments/gateway.server.ts';
import { PAYMENT_MESSAGES } from '#lib/payments/payments.ts';
import { paymentSchema, refundSchema, reportOf, webhookNews } from '#lib/payments/razorpay-news.server.ts';
import { isSignedBy } from '#lib/payments/signature.server.ts';
import type { Settings } from '#lib/shop/settings.server.ts';
import { ShopError } from '#lib/shop/shop-error.ts';

type RazorpayKeys = NonNullable<Settings['razorpay']>;

/** A gateway that hangs must not keep a shopper waiting longer. */
const ANSWER_MS = 8_000;

/** In minutes: captured by itself for as long as an order holds its stock, else given back. */
const CAPTURE = { automatic_expiry_period: 30, manual_expiry_period: 7_200, refund_speed: 'normal' } as const;

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
      return webhookNews(body, headers.get('x-razorpay-event-id'));
    },
    async ask(providerOrderId) {
      const { orders } = await client(keys);
      const { items } = await answered(orders.fetchPayments(providerOrderId));
      return items.flatMap((item) => {
        const payment = paymentSchema.safeParse({ ...item, amount: Number(item.amount) });
        return payment.success ? (reportOf(payment.data, `asked:${item.id}:${item.status}`) ?? []) : [];
      });
    },
    refund: (reference, amountPaise) => sendBack(keys, reference, amountPaise),
  };
}

/** The answer to an earlier try may have been lost, so what was sent back before is looked at first. */
async function sendBack(keys: RazorpayKeys, reference: string, amountPaise: number): Promise<string> {
  const { payments, api } = await client(keys);
  try {
    const { items } = await payments.fetchMultipleRefund(reference);
    const before = items.find(({ amount, status }) => status !== 'failed' && Number(amount) >= amountPaise);
    if (before) return before.id;
    // The package's own method can't send the header by which Razorpay knows two tries as one; a refund that failed was one.
    const { rq } = api as unknown as { rq: Rq };
    const { data } = await rq.post(
      `/v1/payments/${encodeURIComponent(reference)}/refund`,
      { amount: amountPaise, speed: 'normal' },
      { headers: { 'X-Refund-Idempotency': `refund_${reference}_${items.length}` } },
    );
    return refundSchema.parse(data).id;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) throw new ShopError('conflict', `Razorpay refused the refund: ${refusal}`);
    throw new ShopError('busy', PAYMENT_MESSAGES.refundUnanswered);
  }
}

const described = z.object({ description: z.string() });
const errorSchema = z.union([
  z.object({ statusCode: z.number(), error: described }),
  z.object({ response: z.object({ status: z.number(), data: z.object({ error: described }) }) }),
]);

/** Why Razorpay will not, in its words: from the package's own errors, and from those of its HTTP client. */
function refusalOf(error: unknown): string | undefined {
  const said = errorSchema.safeParse(error).data;
  if (!said) return undefined;
  const { status, data } = 'response' in said ? said.response : { status: said.statusCode, data: said };
  return status < 500 ? data.error.description : undefined;
}

interface Rq {
  defaults: { baseURL: string; timeout: number };
  post(path: string, body: unknown, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

/** Loaded at the first payment: the package takes a fifth of a second. */
async function client(keys: RazorpayKeys) {
  const { default: Razorpay } = await import('razorpay');
  const razorpay = new Razorpay({ key_id: keys.keyId, key_secret: keys.keySecret });
  // The package has no option for its address and no time limit; its axios instance has both.
  const { rq } = razorpay.api as unknown as { rq: Rq };
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
