import type { APIContext } from 'astro';
import { ignoreShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { ORDER_NOT_FOUND } from '#lib/sales/orders/record/orders.ts';
import { isPaymentToken } from '#lib/sales/orders/record/payment-token.server.ts';
import { orderIdOfToken } from '#lib/sales/orders/record/track-token.server.ts';

export interface OrderViewer {
  customerId?: string | undefined;
  /** A token that gives access to the order, or the token of a payment link. */
  token?: string | undefined;
}

export function orderViewer({ locals, url }: Pick<APIContext, 'locals' | 'url'>, token?: string): OrderViewer {
  return { customerId: locals.session?.customer.id, token: token ?? url.searchParams.get('token') ?? undefined };
}

/**
 * Returns the order if it belongs to the customer or the token gives access to it. Otherwise throws `not_found`, with
 * the same message for a missing order and for an order of another buyer (product.md, "Promises").
 */
export async function ownOrder(
  { db, secretKey }: Pick<Shop, 'db' | 'secretKey'>,
  orderId: string,
  { customerId, token }: OrderViewer,
): Promise<OrderRow> {
  const isTokenForOrder = token !== undefined && orderIdOfToken(secretKey, token) === orderId;
  let query = db.write.selectFrom('orders').selectAll().where('id', '=', orderId);
  if (!isTokenForOrder) query = query.where('customer_id', '=', customerId ?? '');
  const order = await query.executeTakeFirst();
  if (!order) throw new ShopError('not_found', ORDER_NOT_FOUND);
  return order;
}

/** Returns the order to which the token gives access; undefined if the token is wrong or the order has been deleted. */
export async function orderOfToken(shop: Pick<Shop, 'db' | 'secretKey'>, token: string): Promise<OrderRow | undefined> {
  const orderId = orderIdOfToken(shop.secretKey, token);
  return orderId === undefined ? undefined : ownOrder(shop, orderId, { token }).catch(ignoreShopError);
}

/**
 * Returns the path of the page on which the viewer sees the order or, with the token of a payment link, pays for it.
 */
export function orderPath(orderId: string, { customerId, token }: OrderViewer): string {
  if (token !== undefined && isPaymentToken(token)) return `/pay/${token}`;
  return token !== undefined && customerId === undefined ? `/orders/track/${token}` : `/account/orders/${orderId}`;
}

/**
 * Returns the query string that passes on the token; an empty string if there is no token. Even a logged-in customer
 * needs the token for an order that belongs to somebody else.
 */
export function tokenQuery(token: string | undefined): string {
  return token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
}

/**
 * Returns the path of the order's page: the tracking page if there is a token, and the page in the account if there is
 * none.
 */
export function orderPathForToken(orderId: string, token: string | null): string {
  return token === null ? `/account/orders/${orderId}` : `/orders/track/${encodeURIComponent(token)}`;
}

/**
 * Returns the path of the page that follows when an order has been placed: the payment page if the order is waiting for
 * an online payment, and the page of the order if it is not.
 */
export function pathAfterOrder(
  { id, order_status, payment_status }: Pick<OrderRow, 'id' | 'order_status' | 'payment_status'>,
  viewer: OrderViewer,
): string {
  const token = viewer.customerId === undefined ? viewer.token : undefined;
  if (payment_status !== 'unpaid' || order_status !== 'pending') return `${orderPath(id, viewer)}?placed=1`;
  return `/checkout/payment/${id}${tokenQuery(token)}`;
}
