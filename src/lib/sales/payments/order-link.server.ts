import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { orderIdOfToken } from '#lib/sales/orders/record/track-token.server.ts';
import { PAYMENT_MESSAGES } from '#lib/sales/payments/payments.ts';

/** Throws `not_found` for a bad token. */
export function orderOfLink({ secretKey }: Pick<Shop, 'secretKey'>, token: string): { orderId: string; path: string } {
  const orderId = orderIdOfToken(secretKey, token);
  if (orderId === undefined) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  return { orderId, path: `/orders/track/${token}` };
}
