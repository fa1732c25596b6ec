import { type Actor, runAs } from '#lib/platform/actor/actor.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { reportContradiction } from '#lib/sales/payments/contradictory-report.server.ts';
import { gatewayNamed } from '#lib/sales/payments/gateway.server.ts';
import {
  type ContradictoryReport,
  type GatewayReport,
  PAYMENT_MESSAGES,
  type PaymentGateway,
  type ProviderName,
} from '#lib/sales/payments/payments.ts';
import { applyRefundEvent } from '#lib/sales/payments/refund-order.server.ts';
import { type Settlement, type SettlementResult, settlePayment } from '#lib/sales/payments/settle-payment.server.ts';

export type PaymentShop = Pick<Shop, 'db' | 'now' | 'secretKey' | 'settings' | 'log' | 'upstreams'>;

/**
 * The minimum time in ms between two status queries of a payment. The buyer's page polls more often, every two or three
 * seconds.
 */
const STATUS_QUERY_INTERVAL_MS = 5_000;
/** The time in ms after the start of an unfinished payment during which its status is queried. */
const STATUS_QUERY_PERIOD_MS = DAY_MS;
const MAX_ATTEMPTS_PER_RUN = 50;

/**
 * Applies a webhook of a gateway. Has no effect if the event was applied before. Returns how the payment was settled;
 * undefined for an event that settles no payment, for example a refund. Throws `refused` if the signature is invalid,
 * `malformed` if the webhook can't be parsed, `invalid` if its fields are invalid or contradict each other, and
 * `not_found` if the gateway or the order is unknown.
 */
export async function receiveWebhook(
  shop: PaymentShop,
  provider: string,
  body: Buffer,
  headers: Headers,
): Promise<SettlementResult | undefined> {
  const gateway = gatewayNamed(shop, provider);
  const event = readWebhook(shop, gateway, body, headers);
  if (!event) return undefined;
  if (event.outcome === 'contradictory') return rejectContradiction(shop, gateway.provider, event);
  return runAs(gatewayActor(gateway.provider, 'webhook'), () =>
    'refundId' in event ? applyRefundEvent(shop, gateway.provider, event) : applyReport(shop, gateway.provider, event),
  );
}

const GATEWAY_NAMES: Record<ProviderName, string> = { razorpay: 'Razorpay', test: 'Test gateway' };

/** Returns the actor for changes that a gateway reports, even if a person's request caused the report. */
function gatewayActor(provider: ProviderName, origin: 'webhook' | 'status query'): Actor {
  return { kind: 'gateway', id: provider, name: GATEWAY_NAMES[provider], origin };
}

/**
 * Reports the contradiction, and rejects the webhook, so that the gateway's dashboard shows the webhook as failed.
 * Always throws: `invalid`, or `not_found` if the report does not belong to an order of this shop.
 */
async function rejectContradiction(
  shop: PaymentShop,
  provider: ProviderName,
  report: ContradictoryReport,
): Promise<never> {
  const isKnownOrder = await reportContradiction(shop, provider, report);
  if (!isKnownOrder) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  throw new ShopError('invalid', `The event contradicts itself: ${report.contradiction}.`);
}

function readWebhook(
  { log, upstreams }: PaymentShop,
  gateway: PaymentGateway,
  body: Buffer,
  headers: Headers,
): ReturnType<PaymentGateway['readWebhook']> {
  const faultSource = { upstream: `${gateway.provider}-webhook`, route: 'POST webhook' };
  try {
    const event = gateway.readWebhook(body, headers);
    upstreams.faults.markRecovered(faultSource.upstream, faultSource.route);
    return event;
  } catch (error) {
    // Anyone can send forged events. But if no event has a valid signature, the configured secret is wrong.
    if (isShopError(error, 'refused')) upstreams.faults.record({ ...faultSource, kind: 'signature' });
    if (isShopError(error, 'invalid')) {
      log.error({ provider: gateway.provider, why: error.message }, 'alarm: a signed event can’t be parsed');
    }
    throw error;
  }
}

async function applyReport(
  shop: PaymentShop,
  provider: ProviderName,
  report: GatewayReport,
): Promise<SettlementResult> {
  const { providerOrderId, ...payment } = report;
  const attempt = await findAttempt(shop, provider, providerOrderId);
  const { order_id: orderId, purpose, discount_paise: discountPaise } = attempt;
  const result = await settlePayment(shop, { ...payment, orderId, provider, purpose, discountPaise });
  // A payment can still succeed after a failed attempt. The status `paid` is final.
  const isFinal = report.outcome === 'paid' && result.settlement !== 'wrong_amount';
  await shop.db.write
    .updateTable('payment_attempt')
    .set({ status: isFinal ? 'paid' : 'failed' })
    .where('id', '=', attempt.id)
    .where('status', '!=', 'paid')
    .execute();
  logSettlement(shop, { orderId, provider, settlement: result.settlement }, report);
  return result;
}

async function findAttempt({ db }: PaymentShop, provider: ProviderName, providerOrderId: string) {
  const attempt = await db.write
    .selectFrom('payment_attempt')
    .select(['id', 'order_id', 'purpose', 'discount_paise'])
    .where('provider', '=', provider)
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst();
  if (!attempt) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  return attempt;
}

function logSettlement(
  { log }: PaymentShop,
  { orderId, provider, settlement }: { orderId: string; provider: ProviderName; settlement: Settlement },
  { reference, amountPaise }: GatewayReport,
): void {
  const logFields = { order: orderId, provider, settlement };
  if (settlement !== 'wrong_amount') {
    log.info(logFields, 'a payment was reported');
    return;
  }
  const alarmFields = { ...logFields, reference, amountPaise };
  log.error(alarmFields, 'alarm: a payment does not match the amount of its order; see orders list --refunds');
}

export function checkPaymentInBackground(shop: PaymentShop, orderId: string): void {
  shop.upstreams.inBackground(`check-payment ${orderId}`, () => checkPaymentOfOrder(shop, orderId));
}

/**
 * Queries the gateway about the payments for an order that have not succeeded yet, each at most once in five seconds.
 * Logs errors of the gateway instead of throwing them.
 */
export async function checkPaymentOfOrder(shop: PaymentShop, orderId: string): Promise<void> {
  const attempts = await shop.db.write
    .selectFrom('payment_attempt')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '!=', 'paid')
    .where('asked_at', '<=', shop.now() - STATUS_QUERY_INTERVAL_MS)
    .execute();
  for (const attempt of attempts) await checkAttempt(shop, attempt);
}

/**
 * Queries the gateway about unfinished payments of the last `STATUS_QUERY_PERIOD_MS`, in case the buyer closed the page
 * before the result arrived. Includes orders that are unpaid, that were not paid in time, or whose buyer is paying
 * online instead of in cash. Queries up to `MAX_ATTEMPTS_PER_RUN` payments per run, each at most once a minute. Any
 * process may call this function at any time.
 */
export async function checkUnfinishedPayments(shop: PaymentShop): Promise<void> {
  const attempts = await shop.db.write
    .selectFrom('payment_attempt')
    .innerJoin('orders', 'orders.id', 'payment_attempt.order_id')
    .selectAll('payment_attempt')
    .where('payment_attempt.status', '!=', 'paid')
    .where('payment_attempt.created_at', '>', shop.now() - STATUS_QUERY_PERIOD_MS)
    .where('payment_attempt.asked_at', '<=', shop.now() - 12 * STATUS_QUERY_INTERVAL_MS)
    .where(({ and, eb, or }) =>
      or([
        eb('orders.payment_status', 'in', ['unpaid', 'failed']),
        and([eb('orders.payment_status', '=', 'cod'), eb('payment_attempt.purpose', '=', 'instead')]),
      ]),
    )
    .orderBy('payment_attempt.asked_at')
    .limit(MAX_ATTEMPTS_PER_RUN)
    .execute();
  for (const attempt of attempts) await checkAttempt(shop, attempt);
}

async function checkAttempt(
  shop: PaymentShop,
  attempt: { id: string; provider: ProviderName; provider_order_id: string; asked_at: number },
): Promise<void> {
  if (!(await claimStatusQuery(shop, attempt))) return;
  try {
    const gateway = gatewayNamed(shop, attempt.provider);
    for (const report of await gateway.fetchPayments(attempt.provider_order_id)) {
      if (report.outcome === 'contradictory') await reportContradiction(shop, attempt.provider, report);
      else
        await runAs(gatewayActor(attempt.provider, 'status query'), () => applyReport(shop, attempt.provider, report));
    }
  } catch (error) {
    const level = isShopError(error) ? 'debug' : 'warn';
    shop.log[level]({ err: error, provider: attempt.provider }, 'a status query of a payment failed');
  }
}

function claimStatusQuery({ db, now }: PaymentShop, attempt: { id: string; asked_at: number }): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('payment_attempt')
      .set({ asked_at: now() })
      .where('id', '=', attempt.id)
      .where('asked_at', '=', attempt.asked_at)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
}
