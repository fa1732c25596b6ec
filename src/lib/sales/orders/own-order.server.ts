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

/** Throws the same `not_found` for missing orders and orders of other buyers (product.md, "Promises"). */
export async function ownOrder(
  { db, secretKey }: Pick<Shop, 'db' | 'secretKey'>,
  orderId: string,
  { customerId, token }: OrderViewer,
): Promise<OrderRow> {
  const hasToken = token !== undefined && orderIdOfToken(secretKey, token) === orderId;
  let query = db.write.selectFrom('orders').selectAll().where('id', '=', orderId);
  if (!hasToken) query = query.where('customer_id', '=', customerId ?? '');
  const order = await query.executeTakeFirst();
  if (!order) throw new ShopError('not_found', ORDER_NOT_FOUND);
  return order;
}

/** Returns undefined for a wrong token or a deleted order. */
export async function orderOfToken(shop: Pick<Shop, 'db' | 'secretKey'>, token: string): Promise<OrderRow | undefined> {
  const orderId = orderIdOfToken(shop.secretKey, token);
  return orderId === undefined ? undefined : ownOrder(shop, orderId, { token }).catch(ignoreShopError);
}

/** Returns the path on which the viewer sees the order, or pays with a payment link. */
export function orderPath(orderId: string, { customerId, token }: OrderViewer): string {
  if (token !== undefined && isPaymentToken(token)) return `/pay/${token}`;
  return token !== undefined && customerId === undefined ? `/orders/track/${token}` : `/account/orders/${orderId}`;
}

/** Passes on the token of a page, which even a logged-in customer needs for somebody else's order. */
export function tokenQuery(token: string | undefined): string {
  return token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
}

/** Returns the path of the order's page for this tracking token or, without a token, in the account. */
export function orderPathForToken(orderId: string, token: string | null): string {
  return token === null ? `/account/orders/${orderId}` : `/orders/track/${encodeURIComponent(token)}`;
}

/** Returns the path of the page after an order was placed: the payment page, or the page of the order. */
export function pageAfterOrder(
  { id, order_status, payment_status }: Pick<OrderRow, 'id' | 'order_status' | 'payment_status'>,
  viewer: OrderViewer,
): string {
  const token = viewer.customerId === undefined ? viewer.token : undefined;
  if (payment_status !== 'unpaid' || order_status !== 'pending') return `${orderPath(id, viewer)}?placed=1`;
  return `/checkout/payment/${id}${tokenQuery(token)}`;
}
