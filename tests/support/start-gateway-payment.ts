import type { PaymentShop } from '#lib/sales/payments/payments.server.ts';
import type { PayableOrder, ProviderName } from '#lib/sales/payments/payments.ts';
import { readPaymentStart, startPayment } from '#lib/sales/payments/start-payment.server.ts';

/** Registers an order with a gateway, and returns the gateway's id for the order. */
export async function startGatewayPayment(
  shop: PaymentShop,
  order: PayableOrder,
  provider: ProviderName,
): Promise<string> {
  await startPayment(shop, order, provider);
  await shop.upstreams.settled();
  const start = await readPaymentStart(shop, order, provider);
  if (start.state !== 'created') throw new Error(`The state of the payment is “${start.state}” instead of “created”.`);
  return start.providerOrderId;
}
