import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { type PaymentShop, receiveWebhook } from '#lib/sales/payments/payments.server.ts';
import { PAYMENT_MESSAGES, type TestOutcome } from '#lib/sales/payments/payments.ts';
import { testWebhook } from '#lib/sales/payments/test-gateway.server.ts';

const LATE_WEBHOOK_DELAY_MS = 8_000;

/**
 * Applies the outcome that was chosen on the page of the test gateway. Throws `not_found` if the order has no payment
 * at the test gateway, or if the shop is not a demo.
 */
export async function decideTestPayment(
  shop: PaymentShop,
  orderId: string,
  outcome: TestOutcome,
  lateWebhookDelayMs = LATE_WEBHOOK_DELAY_MS,
): Promise<void> {
  const attempt = await shop.db.write
    .selectFrom('payment_attempt')
    .select(['provider_order_id', 'amount_paise'])
    .where('order_id', '=', orderId)
    .where('provider', '=', 'test')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (!attempt || shop.settings.mode !== 'demo') throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  if (outcome === 'abandon') return;
  const { body, headers } = testWebhook(shop.secretKey, {
    providerOrderId: attempt.provider_order_id,
    outcome: outcome === 'decline' ? 'failed' : 'paid',
    amountPaise: attempt.amount_paise,
  });
  const sendWebhook = () => receiveWebhook(shop, 'test', body, headers);
  if (outcome !== 'late') {
    await sendWebhook();
    return;
  }
  setTimeout(
    () => void sendWebhook().catch((err) => shop.log.warn({ err }, 'a late test webhook failed')),
    lateWebhookDelayMs,
  ).unref();
}
