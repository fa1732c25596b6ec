import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { PAYMENT_MESSAGES, type PaymentGateway } from '#lib/sales/payments/payments.ts';
import { razorpayGateway } from '#lib/sales/payments/razorpay.server.ts';
import { testGateway } from '#lib/sales/payments/test-gateway.server.ts';

type GatewayShop = Pick<Shop, 'settings' | 'secretKey' | 'upstreams'>;
export type GatewaySettings = Pick<Shop['settings'], 'razorpay' | 'mode'>;

/** Returns whether online payment is available. */
export function hasGateway({ razorpay, mode }: GatewaySettings): boolean {
  return razorpay !== undefined || mode === 'demo';
}

/** Returns the shop's gateways, the preferred one first. */
export function gatewaysOf(shop: GatewayShop): PaymentGateway[] {
  const gateways: PaymentGateway[] = [];
  if (shop.settings.razorpay) gateways.push(razorpayGateway(shop.settings.razorpay, shop.upstreams));
  if (shop.settings.mode === 'demo') gateways.push(testGateway(shop));
  return gateways;
}

/** Returns the gateway with this name. Throws `not_found` if the shop does not have this gateway. */
export function gatewayNamed(shop: GatewayShop, provider: string): PaymentGateway {
  const namedGateway = gatewaysOf(shop).find((gateway) => gateway.provider === provider);
  if (!namedGateway) throw new ShopError('not_found', PAYMENT_MESSAGES.unknownProvider);
  return namedGateway;
}
