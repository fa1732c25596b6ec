import {
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

/** What every payment service has to do for the shop. */
export interface PaymentGateway {
  provider: ProviderName;
  /** Makes what is to be paid known to the gateway, and gives the gateway's name for it. */
  begin(order: PayableOrder): Promise<string>;
  /** Throws `refused` when the signature is wrong; `undefined` is an event that changes nothing here. */
  readWebhook(body: Buffer, headers: Headers): GatewayReport | RefundEvent | undefined;
  /** What has become of it, asked of the gateway: for when a webhook is late. */
  ask(providerOrderId: string): Promise<GatewayReport[]>;
  /** All that went back of a payment, or was to, whoever began it. */
  refundsOf(reference: string): Promise<RefundEvent[]>;
  /** Sends money back and gives the gateway's name for that; `failures` is how often this very refund has failed before. */
  refund(refund: RefundOrder, failures: number): Promise<string>;
}

type Needs = Pick<Shop, 'settings' | 'secretKey' | 'upstreams'>;

/** The gateways that this shop offers, the preferred one first. */
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
