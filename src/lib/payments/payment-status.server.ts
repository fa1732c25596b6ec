import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { type OrderViewer, orderPath, ownOrder } from '#lib/orders/own-order.server.ts';
import { framePath } from '#lib/payments/frame.server.ts';
import { orderOfLink } from '#lib/payments/order-link.server.ts';
import { askInBackground, type PaymentShop } from '#lib/payments/payments.server.ts';

/** What the page with the payment dialog shows; `goTo` when there is nothing to pay. Throws `not_found`. */
export interface PaymentStatusView {
  order: OrderRow;
  frame: string;
  next: string;
  goTo?: string;
}

export async function readPaymentStatus(
  shop: PaymentShop,
  orderId: string,
  viewer: OrderViewer,
): Promise<PaymentStatusView> {
  const order = await ownOrder(shop, orderId, viewer);
  const { id, payment_status } = order;
  // The result may have come while nobody looked: the tab was closed, or the webhook is late. The page's polling sees it.
  if (payment_status === 'unpaid') askInBackground(shop, id);
  const next = orderPath(id, viewer);
  const view = { order, frame: framePath(id, viewer), next };
  if (payment_status === 'unpaid') return view;
  const isPlaced = payment_status === 'paid' || payment_status === 'cod';
  return { ...view, goTo: isPlaced ? `${next}?placed=1` : next };
}

/** The page for whoever comes back from a gateway's own: the order, or one that waits until the gateway has told. */
export async function comeBackFromGateway(shop: PaymentShop, token: string): Promise<string> {
  const { orderId, path } = orderOfLink(shop, token);
  const { payment_status } = await ownOrder(shop, orderId, { token });
  if (payment_status === 'paid') return `${path}?placed=1`;
  if (payment_status !== 'unpaid') return path;
  askInBackground(shop, orderId);
  return framePath(orderId, { token }, 'waiting');
}
