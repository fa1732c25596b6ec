import type Razorpay from 'razorpay';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Settings } from '#lib/platform/settings/settings.server.ts';
import type { Upstream, UpstreamOptions } from '#lib/platform/upstream/upstream.server.ts';
import type { Upstreams } from '#lib/platform/upstream/upstreams.server.ts';
import {
  type ContradictoryReport,
  type GatewayReport,
  PAYMENT_MESSAGES,
  type PayableOrder,
  type PaymentGateway,
  type RefundEvent,
  type RefundRequest,
} from '#lib/sales/payments/payments.ts';
import { paymentSchema, refundSchema } from '#lib/sales/payments/razorpay.schema.ts';
import { contradictionIn } from '#lib/sales/payments/razorpay-contradictions.ts';
import {
  hasResponse,
  isServiceFailure,
  rejectionReason,
  statusOf,
} from '#lib/sales/payments/razorpay-errors.server.ts';
import { refundEventOf, reportOf, webhookReport } from '#lib/sales/payments/razorpay-events.server.ts';
import { isSignedBy } from '#lib/sales/payments/signature.server.ts';

type RazorpayKeys = NonNullable<Settings['razorpay']>;

/**
 * The limits for calls about payments and refunds. No page for buyers is delayed by such a call: the payment page has
 * the state `contacting` until the response arrives.
 */
const PAYMENT_CALLS: UpstreamOptions = {
  maxConcurrent: 8,
  maxWaiting: 16,
  timeoutMs: 10_000,
  isServiceFailure,
  statusOf,
};
/**
 * The limits for status queries, which are repeated anyway, and for checking the keys. These calls have separate
 * limits, so that they never delay a payment.
 */
const STATUS_QUERIES: UpstreamOptions = {
  maxConcurrent: 4,
  maxWaiting: 0,
  timeoutMs: 4_000,
  isServiceFailure,
  statusOf,
};
const MAX_REFUNDS = 100;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/**
 * The periods are in minutes after the creation of a payment. Razorpay captures a payment that is authorised within the
 * automatic period, which equals the default `HOLD_MINUTES`. Razorpay refunds a payment that is not captured within the
 * manual period.
 */
const CAPTURE_OPTIONS = { automatic_expiry_period: 30, manual_expiry_period: 7_200, refund_speed: 'normal' } as const;

export function razorpayGateway(keys: RazorpayKeys, upstreams: Upstreams): PaymentGateway {
  const calls = upstreams.get('razorpay', PAYMENT_CALLS);
  const queries = upstreams.get('razorpay-questions', STATUS_QUERIES);
  return {
    provider: 'razorpay',
    createOrder: (order) => createOrder(keys, calls, order),
    readWebhook(body, headers) {
      if (!isSignedBy(keys.webhookSecret, body, headers.get('x-razorpay-signature'))) {
        throw new ShopError('refused', PAYMENT_MESSAGES.forged);
      }
      return webhookReport(body, headers.get('x-razorpay-event-id'));
    },
    fetchPayments: (providerOrderId) => fetchPayments(keys, queries, providerOrderId),
    refundsOf: (reference) => fetchRefunds(keys, calls, reference),
    refund: (refund, failureCount) => createRefund(keys, calls, refund, failureCount),
  };
}

/**
 * Tests the keys by requesting a list of orders. Returns a message about the problem; undefined if Razorpay accepts the
 * keys.
 */
export async function checkRazorpayKeys(keys: RazorpayKeys, upstreams: Upstreams): Promise<string | undefined> {
  const queries = upstreams.get('razorpay-questions', STATUS_QUERIES);
  try {
    await request(keys, queries, 'GET /v1/orders', (client) => client.orders.all({ count: 1 }));
    return undefined;
  } catch (error) {
    const status = statusOf(error);
    if (status === 401) return 'Razorpay rejects these keys: copy both again from Account & Settings, API Keys.';
    return status ? `Razorpay responded with ${status}.` : 'Razorpay could not be reached from this machine.';
  }
}

async function createOrder(keys: RazorpayKeys, calls: Upstream, order: PayableOrder): Promise<string> {
  const razorpayOrder = await paymentResponse(
    request(keys, calls, 'POST /v1/orders', (client) =>
      client.orders.create({
        amount: order.amountPaise,
        currency: 'INR',
        receipt: order.number,
        notes: { order: order.id },
        payment: { capture: 'automatic', capture_options: CAPTURE_OPTIONS },
      }),
    ),
  );
  return razorpayOrder.id;
}

async function fetchPayments(
  keys: RazorpayKeys,
  queries: Upstream,
  providerOrderId: string,
): Promise<(GatewayReport | ContradictoryReport)[]> {
  const { items } = await paymentResponse(
    request(keys, queries, 'GET /v1/orders/:id/payments', (client) => client.orders.fetchPayments(providerOrderId)),
  );
  return items.flatMap((listedPayment) => {
    const payment = paymentSchema.safeParse({ ...listedPayment, amount: Number(listedPayment.amount) }).data;
    if (!payment) return [];
    return (
      reportOf({ payment, requestedOrderId: providerOrderId }, `asked:${listedPayment.id}:${listedPayment.status}`) ??
      []
    );
  });
}

async function fetchRefunds(keys: RazorpayKeys, calls: Upstream, reference: string): Promise<RefundEvent[]> {
  const { items } = await refundResponse(
    request(keys, calls, 'GET /v1/payments/:id/refunds', (client) =>
      client.payments.fetchMultipleRefund(reference, { count: MAX_REFUNDS }),
    ),
  );
  return items.map((refund) => parseListedRefund({ ...refund, amount: Number(refund.amount) }, reference));
}

/**
 * Returns one of the refunds that Razorpay lists for a payment. Throws `conflict` if the refund can't be parsed, has
 * another currency or belongs to another payment: if it were ignored, the shop might send the same refund again.
 */
function parseListedRefund(listedRefund: unknown, reference: string): RefundEvent {
  const { data: refund } = refundSchema.safeParse(listedRefund);
  const why = refund ? contradictionIn({ refund, requestedPaymentId: reference }) : 'it can’t be parsed';
  if (!refund || why !== undefined)
    throw new ShopError('conflict', `Check payment ${reference} in Razorpay. One of its refunds is not valid: ${why}.`);
  return refundEventOf(refund, refund.status === 'failed' ? 'refund_failed' : 'refunded');
}

/**
 * Sends the request with the HTTP client of the package, because the package can't send the idempotency header
 * (razorpay.com/docs/api/refunds/normal-refunds-idempotent).
 */
async function createRefund(
  keys: RazorpayKeys,
  calls: Upstream,
  { id, reference, amountPaise }: RefundRequest,
  failureCount: number,
): Promise<string> {
  // Razorpay returns the first result again for the same key, so an attempt after a failure needs a new key.
  const idempotencyKey = `refund_${id.replaceAll(/[^\w-]/g, '_')}_${amountPaise}_${failureCount}`;
  const { data } = await refundResponse(
    request(keys, calls, 'POST /v1/payments/:id/refund', (client) =>
      httpClientOf(client).post(
        `/v1/payments/${encodeURIComponent(reference)}/refund`,
        { amount: amountPaise, speed: 'normal', notes: { refund: id } },
        { headers: { 'X-Refund-Idempotency': idempotencyKey } },
      ),
    ),
  );
  const refund = refundSchema.safeParse(data).data;
  if (!refund) throw new ShopError('busy', PAYMENT_MESSAGES.refundUnanswered);
  return refund.id;
}

/**
 * Returns the response to a refund call. Throws `conflict` with the reason if Razorpay rejected the call, and `busy` if
 * the call failed in any other way.
 */
async function refundResponse<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const reason = rejectionReason(error);
    if (reason) throw new ShopError('conflict', `Razorpay rejected the refund: ${reason}`);
    throw new ShopError('busy', PAYMENT_MESSAGES.refundUnanswered, undefined, { cause: error });
  }
}

interface HttpClient {
  defaults: { baseURL: string; signal: AbortSignal; maxContentLength: number };
  interceptors: { response: { use(done: undefined, failed: (error: unknown) => Promise<never>): void } };
  post(path: string, body: unknown, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

/** Sends a request with a new client. Loads the package on the first call, because loading takes 0.2 seconds. */
async function request<T>(
  keys: RazorpayKeys,
  upstream: Upstream,
  route: string,
  send: (client: Razorpay) => Promise<T>,
): Promise<T> {
  const { default: RazorpayClient } = await import('razorpay');
  return upstream.call(route, (signal) => {
    const client = new RazorpayClient({ key_id: keys.keyId, key_secret: keys.keySecret });
    // The package has no options for these settings, but its axios instance has them.
    const { defaults, interceptors } = httpClientOf(client);
    // If there is no response, the package still reads `error.response`, and its TypeError hides the cause.
    interceptors.response.use(undefined, async (error) => {
      throw hasResponse(error) ? error : { response: { status: 0, data: { error } } };
    });
    defaults.baseURL = keys.apiUrl;
    defaults.signal = signal;
    defaults.maxContentLength = MAX_RESPONSE_BYTES;
    return send(client);
  });
}

function httpClientOf({ api }: { api: unknown }): HttpClient {
  return (api as { rq: HttpClient }).rq;
}

/** Returns the response to a payment call. Throws `busy` if the call failed. */
async function paymentResponse<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw new ShopError('busy', PAYMENT_MESSAGES.unavailable, undefined, { cause: error });
  }
}
