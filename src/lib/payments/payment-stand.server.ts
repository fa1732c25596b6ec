import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { type OrderViewer, orderPath, ownOrder } from '#lib/orders/own-order.server.ts';
import { framePath } from '#lib/payments/frame.server.ts';
import { askAboutOrder, type PaymentShop } from '#lib/payments/payments.server.ts';

/** What the page with the payment dialog shows; `goTo` when there is nothing to pay. Throws `not_found`. */
export interface PaymentStandView {
  order: OrderRow;
  frame: string;
  next: string;
  goTo?: string;
}

export async function readPaymentStand(
  shop: PaymentShop,
  orderId: string,
  viewer: OrderViewer,
): Promise<PaymentStandView> {
  const { id, payment_status } = await ownOrder(shop, orderId, viewer);
  // The result may have come while nobody looked: the tab was closed, or the webhook is late.
  if (payment_status === 'unpaid') await askAboutOrder(shop, id);
  const order = await ownOrder(shop, id, viewer);
  const next = orderPath(id, viewer);
  const view = { order, frame: framePath(id, viewer), next };
  if (order.payment_status === 'unpaid') return view;
  const isPlaced = order.payment_status === 'paid' || order.payment_status === 'cod';
  return { ...view, goTo: isPlaced ? `${next}?placed=1` : next };
}
