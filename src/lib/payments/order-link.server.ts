import { orderIdOfToken } from '#lib/orders/track-token.server.ts';
import { PAYMENT_MESSAGES } from '#lib/payments/payments.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Throws `not_found` for a bad token. */
export function orderOfLink({ secretKey }: Pick<Shop, 'secretKey'>, token: string): { orderId: string; path: string } {
  const orderId = orderIdOfToken(secretKey, token);
  if (orderId === undefined) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  return { orderId, path: `/orders/track/${token}` };
}
