import { z } from 'zod/mini';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { keyedHash, newId } from '#lib/platform/tokens.server.ts';
import { type GatewayReport, PAYMENT_MESSAGES, type PaymentGateway } from '#lib/sales/payments/payments.ts';
import { isSignedBy, signatureOf } from '#lib/sales/payments/signature.server.ts';
import { amountPaiseSchema, gatewayIdSchema, parseEvent, parseJson } from '#lib/sales/payments/signed-events.schema.ts';

const reportSchema = z.object({
  eventId: gatewayIdSchema,
  providerOrderId: gatewayIdSchema,
  outcome: z.enum(['paid', 'failed']),
  amountPaise: amountPaiseSchema,
  reference: gatewayIdSchema,
});

/**
 * Returns a gateway for the demo shop. This gateway moves no money, and accepts the signed webhooks of `testWebhook`.
 */
export function testGateway({ secretKey }: Pick<Shop, 'secretKey'>): PaymentGateway {
  return {
    provider: 'test',
    createOrder: async () => `test_${newId()}`,
    readWebhook(body, headers) {
      if (!isSignedBy(webhookSecret(secretKey), body, headers.get('x-test-signature'))) {
        throw new ShopError('refused', PAYMENT_MESSAGES.forged);
      }
      return parseEvent(reportSchema, parseJson(body));
    },
    fetchPayments: async () => [],
    refundsOf: async () => [],
    refund: async () => `rfnd_${newId()}`,
  };
}

/**
 * Returns a signed webhook from the test gateway. The event and the payment get new ids unless `report` contains their
 * ids.
 */
export function testWebhook(
  secretKey: string,
  report: Omit<GatewayReport, 'eventId' | 'reference'> & Partial<GatewayReport>,
): { body: Buffer; headers: Headers } {
  const event = { eventId: `evt_${newId()}`, reference: `pay_${newId()}`, ...report };
  const body = Buffer.from(JSON.stringify(event));
  return { body, headers: new Headers({ 'x-test-signature': signatureOf(webhookSecret(secretKey), body) }) };
}

function webhookSecret(secretKey: string): string {
  return keyedHash(secretKey, 'test-gateway', 'webhook');
}
