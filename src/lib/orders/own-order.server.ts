import type { APIContext } from 'astro';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { ORDER_NOT_FOUND } from '#lib/orders/orders.ts';
import { orderIdOfToken } from '#lib/orders/track-token.server.ts';
import { ShopError, unlessRefused } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** Who wants to see or change an order: its customer, or whoever holds its signed link. */
export interface OrderViewer {
  customerId?: string | undefined;
  token?: string | undefined;
}

/** The link's token stands in the address, or in a form that was posted from its page. */
export function orderViewer({ locals, url }: Pick<APIContext, 'locals' | 'url'>, token?: string): OrderViewer {
  return { customerId: locals.session?.customer.id, token: token ?? url.searchParams.get('token') ?? undefined };
}

/** An order that is one's own; missing and foreign are the same `not_found` (product.md, "Promises"). */
export async function ownOrder(
  { db, secretKey }: Pick<Shop, 'db' | 'secretKey'>,
  orderId: string,
  { customerId, token }: OrderViewer,
): Promise<OrderRow> {
  const isHolder = token !== undefined && orderIdOfToken(secretKey, token) === orderId;
  let query = db.write.selectFrom('orders').selectAll().where('id', '=', orderId);
  if (!isHolder) query = query.where('customer_id', '=', customerId ?? '');
  const order = await query.executeTakeFirst();
  if (!order) throw new ShopError('not_found', ORDER_NOT_FOUND);
  return order;
}

/** The order that a signed link opens, whoever holds it; `undefined` for a token that is none, or of an order that is gone. */
export async function orderOfToken(shop: Pick<Shop, 'db' | 'secretKey'>, token: string): Promise<OrderRow | undefined> {
  const orderId = orderIdOfToken(shop.secretKey, token);
  return orderId === undefined ? undefined : ownOrder(shop, orderId, { token }).catch(unlessRefused);
}

/** Where its owner sees it. */
export function orderPath(orderId: string, { customerId, token }: OrderViewer): string {
  return token !== undefined && customerId === undefined ? `/orders/track/${token}` : `/account/orders/${orderId}`;
}

/** For addresses on the page of a link: whoever is logged in besides, the link is what opens them. */
export function tokenQuery(token: string | undefined): string {
  return token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
}

/** The page that a form for an order was posted from: of the link whose token it carries, or of the account. */
export function orderPage(orderId: string, token: string | null): string {
  return token === null ? `/account/orders/${orderId}` : `/orders/track/${encodeURIComponent(token)}`;
}

/** The page after the order was sent: where it is paid, or where it is shown, the first time with thanks. */
export function pageAfterOrder(
  { id, order_status, payment_status }: Pick<OrderRow, 'id' | 'order_status' | 'payment_status'>,
  viewer: OrderViewer,
): string {
  const token = viewer.customerId === undefined ? viewer.token : undefined;
  if (payment_status !== 'unpaid' || order_status !== 'pending') return `${orderPath(id, viewer)}?placed=1`;
  return `/checkout/payment/${id}${token === undefined ? '' : `?token=${token}`}`;
}
