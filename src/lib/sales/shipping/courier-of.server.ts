import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { Courier } from '#lib/sales/shipping/courier/courier.ts';
import { shiprocketCourier } from '#lib/sales/shipping/shiprocket/shiprocket.server.ts';

export type CourierShop = Pick<Shop, 'upstreams' | 'now'> & { settings: Pick<Shop['settings'], 'shiprocket'> };

/** Returns the courier to whose API the shop is connected, or undefined if there is none. */
export function courierOf({ settings, upstreams, now }: CourierShop): Courier | undefined {
  return settings.shiprocket && shiprocketCourier(settings.shiprocket, upstreams, now);
}

/** Returns the courier to whose API the shop is connected. Throws `not_found` if there is none. */
export function connectedCourier(shop: CourierShop): Courier {
  const courier = courierOf(shop);
  if (!courier) throw new ShopError('not_found', 'The shop is not connected to a courier.');
  return courier;
}
