import { type OrderViewer, orderPath, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { framePath } from '#lib/sales/payments/frame-state.ts';
import { orderToPay, parseOrderLink } from '#lib/sales/payments/order-link.server.ts';
import { type PaymentDue, paymentDue } from '#lib/sales/payments/payment-due.server.ts';
import { checkPaymentInBackground, type PaymentShop } from '#lib/sales/payments/payments.server.ts';
import { hasUnfinishedOnlinePayment } from '#lib/sales/payments/start-payment.server.ts';

/**
 * Reads the payment status of an order for the page that waits for the payment. `state` is `instead` if the buyer of a
 * placed cash order has chosen to pay online. Throws `not_found` if the order does not exist or the viewer has no
 * access to it.
 */
export async function readPaymentStatus(
  shop: PaymentShop,
  orderId: string,
  viewer: OrderViewer,
  state?: string | null,
) {
  const order = await ownOrder(shop, orderId, viewer);
  const { id, payment_status } = order;
  const due = await awaitedPayment(shop, order, state);
  // The webhook may be late or lost, so the gateway is queried. A later call returns the result.
  if (due) checkPaymentInBackground(shop, id);
  const isPlaced = payment_status === 'paid' || payment_status === 'cod';
  const path = orderPath(id, viewer);
  return {
    order,
    /** The payment that the page is waiting for; undefined if it is not waiting for one. */
    due,
    /** The path of the payment page. */
    framePath: framePath(id, viewer, due?.purpose === 'instead' ? 'instead' : undefined),
    /** The path of the order's page. */
    orderPath: path,
    /** The path to which a waiting page redirects; undefined while a payment is due. */
    redirectPath: due ? undefined : isPlaced ? `${path}?placed=1` : path,
  };
}

/**
 * Returns the payment that the page is waiting for. Returns undefined if nothing can be paid online, or if the buyer of
 * a cash order has not chosen to pay online.
 */
export async function awaitedPayment(
  shop: PaymentShop,
  order: OrderRow,
  state: string | null | undefined,
): Promise<PaymentDue | undefined> {
  if (order.payment_status !== 'unpaid' && state !== 'instead') return undefined;
  return paymentDue(shop, order);
}

/**
 * Returns the path to which a buyer is redirected after the page of the gateway. Throws `not_found` if the token does
 * not give access to an order.
 */
export async function pathAfterGateway(shop: PaymentShop, token: string): Promise<string> {
  const { orderId, path } = parseOrderLink(shop, token);
  const { order, grant } = await orderToPay(shop, orderId, { token });
  if (order.payment_status === 'paid') return `${path}?placed=1`;
  if (order.payment_status === 'cod' && !(await hasUnfinishedOnlinePayment(shop.db, orderId))) {
    return order.advance_paid === 1 ? `${path}?placed=1` : path;
  }
  if ((await paymentDue(shop, order, grant)) === undefined) return path;
  checkPaymentInBackground(shop, orderId);
  return framePath(orderId, { token }, 'waiting');
}
