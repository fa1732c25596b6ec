import { readBeginning, startPayment } from '#lib/sales/payments/begin-payment.server.ts';
import type { PaymentShop } from '#lib/sales/payments/payments.server.ts';
import type { PayableOrder, ProviderName } from '#lib/sales/payments/payments.ts';

/** Registers an order with a gateway, and returns the gateway's id for it. */
export async function begunPayment(shop: PaymentShop, order: PayableOrder, provider: ProviderName): Promise<string> {
  await startPayment(shop, order, provider);
  await shop.upstreams.settled();
  const beginning = await readBeginning(shop, order, provider);
  if (beginning.is !== 'known') throw new Error(`the payment is ${beginning.is}`);
  return beginning.providerOrderId;
}
