import { type OrderViewer, orderPath, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { framePath } from '#lib/sales/payments/frame-state.ts';
import { orderOfLink } from '#lib/sales/payments/order-link.server.ts';
import { checkPaymentInBackground, type PaymentShop } from '#lib/sales/payments/payments.server.ts';

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
  // For a closed tab or a late webhook: the polling page shows the result.
  if (payment_status === 'unpaid') checkPaymentInBackground(shop, id);
  const next = orderPath(id, viewer);
  const view = { order, frame: framePath(id, viewer), next };
  if (payment_status === 'unpaid') return view;
  const isPlaced = payment_status === 'paid' || payment_status === 'cod';
  return { ...view, goTo: isPlaced ? `${next}?placed=1` : next };
}

export async function comeBackFromGateway(shop: PaymentShop, token: string): Promise<string> {
  const { orderId, path } = orderOfLink(shop, token);
  const { payment_status } = await ownOrder(shop, orderId, { token });
  if (payment_status === 'paid') return `${path}?placed=1`;
  if (payment_status !== 'unpaid') return path;
  checkPaymentInBackground(shop, orderId);
  return framePath(orderId, { token }, 'waiting');
}
