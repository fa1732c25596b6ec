import { ShopError } from '#lib/platform/errors/shop-error.ts';
import type { Shop } from '#lib/platform/shop.server.ts';
import { type OrderViewer, orderPath, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { type PaymentGrant, readPaymentToken } from '#lib/sales/orders/record/payment-token.server.ts';
import { orderIdOfToken } from '#lib/sales/orders/record/track-token.server.ts';
import { framePath } from '#lib/sales/payments/frame-state.ts';
import { type PaymentDue, paymentDue } from '#lib/sales/payments/payment-due.server.ts';
import { checkPaymentInBackground, type PaymentShop } from '#lib/sales/payments/payments.server.ts';
import { PAYMENT_MESSAGES } from '#lib/sales/payments/payments.ts';
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

export type OrderToPay = Awaited<ReturnType<typeof orderToPay>>;

/**
 * Reads the order for its buyer, or for the holder of a payment link. `grant` is the grant of the payment link;
 * undefined if the viewer has access to the whole order. Throws `not_found` if the order does not exist or the viewer
 * has no access to it.
 */
export async function orderToPay(shop: Pick<Shop, 'db' | 'secretKey'>, orderId: string, viewer: OrderViewer) {
  const grant = viewer.token === undefined ? undefined : readPaymentToken(shop.secretKey, viewer.token);
  if (!grant) return { order: await ownOrder(shop, orderId, viewer), grant };
  const order = grant.orderId === orderId ? await orderOfGrant(shop, grant) : undefined;
  if (!order) throw new ShopError('not_found', PAYMENT_MESSAGES.notFound);
  return { order, grant };
}

/**
 * Reads the data for the holder of a payment link: the order's number and amounts, but not the goods or the buyer.
 * Returns undefined if this shop did not create the token, or if the order has been deleted. If a payment is due,
 * queries its status in the background.
 */
export async function readPaymentLink(shop: PaymentShop, token: string) {
  const grant = readPaymentToken(shop.secretKey, token);
  const order = grant && (await orderOfGrant(shop, grant));
  if (!order) return undefined;
  const due = await paymentDue(shop, order, grant);
  if (due) checkPaymentInBackground(shop, order.id);
  return {
    number: order.number,
    /** `over`: the order can't be paid with the link for another reason, for example because it is cancelled. */
    state: due ? ('due' as const) : linkStateOf(shop, order, grant),
    due,
    /** The rest that is paid in cash on delivery after the advance, in paise; 0 if no advance is due. */
    restPaise: due?.purpose === 'advance' ? order.total_paise - due.amountPaise : 0,
    /** The path of the payment page. */
    framePath: framePath(order.id, { token }, due?.purpose === 'instead' ? 'instead' : undefined),
  };
}

function orderOfGrant({ db }: Pick<Shop, 'db'>, { orderId }: PaymentGrant): Promise<OrderRow | undefined> {
  return db.write.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
}

function linkStateOf(
  { now }: Pick<Shop, 'now'>,
  order: OrderRow,
  { purpose, until }: PaymentGrant,
): 'paid' | 'expired' | 'over' {
  const isPaid = order.payment_status === 'paid' || (purpose === 'advance' && order.advance_paid === 1);
  if (isPaid) return 'paid';
  return until <= now() && ['unpaid', 'cod'].includes(order.payment_status) ? 'expired' : 'over';
}
