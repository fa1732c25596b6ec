import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { type OrderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type PaymentGrant, readPaymentToken } from '#lib/sales/orders/record/payment-token.server.ts';
import { orderIdOfToken } from '#lib/sales/orders/record/track-token.server.ts';
import { orderOfGrant } from '#lib/sales/payments/open-payment-link.server.ts';
import { PAYMENT_MESSAGES } from '#lib/sales/payments/payments.ts';

/**
 * Returns the order id in a token, and the path of the page that the token opens. Throws `not_found` if this shop did
 * not create the token.
 */
export function orderOfLink({ secretKey }: Pick<Shop, 'secretKey'>, token: string): { orderId: string; path: string } {
  const grant = readPaymentToken(secretKey, token);
  if (grant) return { orderId: grant.orderId, path: `/pay/${token}` };
  const orderId = orderIdOfToken(secretKey, token);
  if (orderId === undefined) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  return { orderId, path: `/orders/track/${token}` };
}

export interface OrderToPay {
  order: OrderRow;
  /** The grant of the payment link; undefined unless the viewer has only a payment link. */
  link: PaymentGrant | undefined;
}

/**
 * Reads the order for its buyer, or for the holder of a payment link. Throws `not_found` if the order does not exist or
 * the viewer has no access to it.
 */
export async function orderToPay(
  shop: Pick<Shop, 'db' | 'secretKey'>,
  orderId: string,
  viewer: OrderViewer,
): Promise<OrderToPay> {
  const link = viewer.token === undefined ? undefined : readPaymentToken(shop.secretKey, viewer.token);
  if (!link) return { order: await ownOrder(shop, orderId, viewer), link };
  const order = link.orderId === orderId ? await orderOfGrant(shop, link) : undefined;
  if (!order) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  return { order, link };
}
