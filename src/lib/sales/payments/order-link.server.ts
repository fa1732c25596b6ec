import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { type OrderViewer, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type PaymentGrant, readPaymentToken } from '#lib/sales/orders/record/payment-token.server.ts';
import { orderIdOfToken } from '#lib/sales/orders/record/track-token.server.ts';
import { PAYMENT_MESSAGES } from '#lib/sales/payments/payments.ts';
import { orderOfGrant } from '#lib/sales/payments/read-payment-link.server.ts';

/**
 * Returns the order id in a token, and the path of the page that the token opens. Throws `not_found` if this shop did
 * not create the token.
 */
export function parseOrderLink(
  { secretKey }: Pick<Shop, 'secretKey'>,
  token: string,
): { orderId: string; path: string } {
  const grant = readPaymentToken(secretKey, token);
  if (grant) return { orderId: grant.orderId, path: `/pay/${token}` };
  const orderId = orderIdOfToken(secretKey, token);
  if (orderId === undefined) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  return { orderId, path: `/orders/track/${token}` };
}

export interface OrderToPay {
  order: OrderRow;
  /** The grant of the viewer's payment link; undefined if the viewer has access to the whole order. */
  grant: PaymentGrant | undefined;
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
  const grant = viewer.token === undefined ? undefined : readPaymentToken(shop.secretKey, viewer.token);
  if (!grant) return { order: await ownOrder(shop, orderId, viewer), grant };
  const order = grant.orderId === orderId ? await orderOfGrant(shop, grant) : undefined;
  if (!order) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  return { order, grant };
}
