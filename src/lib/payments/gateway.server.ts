import {
  type ContradictoryReport,
  type GatewayReport,
  PAYMENT_MESSAGES,
  type PayableOrder,
  type ProviderName,
  type RefundEvent,
  type RefundOrder,
} from '#lib/payments/payments.ts';
import { razorpayGateway } from '#lib/payments/razorpay.server.ts';
import { testGateway } from '#lib/payments/test-gateway.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

export interface PaymentGateway {
  provider: ProviderName;
  begin(order: PayableOrder): Promise<string>;
  /** Throws `refused` for a wrong signature; `undefined` is an event that changes nothing here. */
  readWebhook(body: Buffer, headers: Headers): GatewayReport | RefundEvent | ContradictoryReport | undefined;
  ask(providerOrderId: string): Promise<(GatewayReport | ContradictoryReport)[]>;
  /** All refunds of a payment, also failed ones and those begun on the gateway's page. */
  refundsOf(reference: string): Promise<RefundEvent[]>;
  /** `failures` counts how often this refund has failed before. */
  refund(refund: RefundOrder, failures: number): Promise<string>;
}

type Needs = Pick<Shop, 'settings' | 'secretKey' | 'upstreams'>;

/** The preferred gateway comes first. */
export function gatewaysOf(shop: Needs): PaymentGateway[] {
  const gateways: PaymentGateway[] = [];
  if (shop.settings.razorpay) gateways.push(razorpayGateway(shop.settings.razorpay, shop.upstreams));
  if (shop.settings.mode === 'demo') gateways.push(testGateway(shop));
  return gateways;
}

export function gatewayNamed(shop: Needs, provider: string): PaymentGateway {
  const found = gatewaysOf(shop).find((gateway) => gateway.provider === provider);
  if (!found) throw new ShopError('not_found', PAYMENT_MESSAGES.unknownProvider);
  return found;
}
