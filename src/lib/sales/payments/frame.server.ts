import { httpStatus, isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';
import { releaseHold, renewHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { type OrderViewer, orderPath } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { isPaymentToken, type PaymentGrant } from '#lib/sales/orders/record/payment-token.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import type { FrameMethod, FrameRefusal, FrameView } from '#lib/sales/payments/frame.ts';
import type { FrameForm } from '#lib/sales/payments/frame-form.schema.ts';
import {
  cashMethod,
  framePath,
  frameState,
  type PaymentStart,
  payAllMethod,
  STATE_AFTER_TEST,
  stateAfterStart,
} from '#lib/sales/payments/frame-state.ts';
import { gatewaysOf } from '#lib/sales/payments/gateway.server.ts';
import { type PaymentDue, paymentDue } from '#lib/sales/payments/payment-due.server.ts';
import { type OrderToPay, orderToPay } from '#lib/sales/payments/payment-status.server.ts';
import { checkPaymentInBackground, type PaymentShop } from '#lib/sales/payments/payments.server.ts';
import { PAYMENT_MESSAGES, type PayableOrder, type ProviderName } from '#lib/sales/payments/payments.ts';
import {
  hasUnfinishedOnlinePayment,
  readPaymentStart,
  startPayment,
} from '#lib/sales/payments/start-payment.server.ts';
import {
  cashTerms,
  onlineTerms,
  switchToCashOnDelivery,
  switchToOnlinePayment,
} from '#lib/sales/payments/switch-payment.server.ts';
import { decideTestPayment } from '#lib/sales/payments/test-payment.server.ts';
import { CURRENCY } from '#lib/shop/money/money.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

interface FrameQuery {
  state?: string | null;
  message?: string | undefined;
}

const METHODS: Record<ProviderName, Omit<FrameMethod, 'method'>> = {
  razorpay: { name: 'UPI, card, net banking or wallet', about: 'By Razorpay' },
  test: { name: 'Test gateway', about: 'For the demo shop: no money moves' },
};

/**
 * Returns the content of the payment page. If a `ShopError` is thrown, for example `not_found` for an order of another
 * customer, returns a refusal with the message of the error.
 */
export async function openFrame(
  shop: PaymentShop,
  orderId: string,
  viewer: OrderViewer,
  query: FrameQuery,
): Promise<FrameView | FrameRefusal> {
  try {
    return await frameView(shop, await orderToPay(shop, orderId, viewer), viewer, query);
  } catch (error) {
    if (!isShopError(error)) throw error;
    return { state: 'refused', message: error.message, httpStatus: httpStatus(error.code) };
  }
}

/**
 * Applies a form of the payment page, and returns the path to which the buyer is redirected. If nothing can be paid
 * online for the order now, the form has no effect. Throws `not_found` if the viewer has no access to the order or the
 * shop does not have the gateway, `conflict` if the method can't be used or the items are sold out, and `too_many` if
 * the buyer's unpaid orders would hold too much stock.
 */
export async function handleFrameForm(
  shop: PaymentShop,
  { orderId, method, outcome }: FrameForm,
  viewer: OrderViewer,
  buyer: Parameters<typeof switchToCashOnDelivery>[2],
): Promise<{ next: string }> {
  const { order, grant } = await orderToPay(shop, orderId, viewer);
  const due = await paymentDue(shop, order, grant);
  if (!due) return { next: framePath(orderId, viewer) };
  const isInsteadOfCash = due.purpose === 'instead';
  const canOnlyPayOnline = isInsteadOfCash || grant !== undefined;
  if (method === 'later' || outcome === 'abandon') {
    if (canOnlyPayOnline) return { next: framePath(orderId, viewer, isInsteadOfCash ? 'instead' : undefined) };
    await releaseHold(shop, orderId);
    return { next: framePath(orderId, viewer, 'abandoned') };
  }
  if (outcome !== undefined) {
    await decideTestPayment(shop, orderId, outcome);
    return { next: framePath(orderId, viewer, STATE_AFTER_TEST[outcome]) };
  }
  if (method === 'cod' && !canOnlyPayOnline) await switchToCashOnDelivery(shop, orderId, buyer);
  if (method === 'online' && !grant) await switchToOnlinePayment(shop, orderId, preferredProvider(shop));
  if (method === undefined || method === 'cod' || method === 'online') return { next: framePath(orderId, viewer) };
  if (!isInsteadOfCash) await renewHold(shop, orderId);
  await startPayment(shop, payableOrder(order, due), method);
  return { next: framePath(orderId, viewer, method) };
}

async function frameView(
  shop: PaymentShop,
  { order, grant }: OrderToPay,
  viewer: OrderViewer,
  query: FrameQuery,
): Promise<FrameView> {
  const due = await paymentDue(shop, order, grant);
  const isInsteadOfCash = due?.purpose === 'instead';
  const isOnlineRequested =
    isInsteadOfCash && (query.state === 'instead' || (await hasUnfinishedOnlinePayment(shop.db, order.id)));
  const requestedState = frameState(order, query.state, isOnlineRequested);
  const start = requestedState === query.state ? await paymentStartOf(shop, order, due, requestedState) : undefined;
  const state = stateAfterStart(start, requestedState);
  if (state === 'waiting') checkPaymentInBackground(shop, order.id);
  const action = framePath(order.id, viewer, isInsteadOfCash ? 'instead' : undefined);
  const view: FrameView = {
    state,
    orderId: order.id,
    orderNumber: order.number,
    amountPaise: due?.amountPaise ?? order.total_paise,
    mayKeepCash: isInsteadOfCash && !grant,
    mayPostpone: !isInsteadOfCash && !grant,
    methods: await methodsOf(shop, order, grant),
    action,
    orderPath: orderPath(order.id, viewer),
    message: start?.state === 'failed' ? await unavailableMessage(shop, order) : query.message,
  };
  if (start?.state === 'created' && state === 'razorpay') {
    view.hostedForm = hostedCheckout(shop, order, viewer, { ...start, amountPaise: view.amountPaise });
  }
  return view;
}

async function unavailableMessage(shop: PaymentShop, order: OrderRow): Promise<string> {
  return order.payment_status === 'unpaid' && (await cashTerms(shop.db.write, shop, order))
    ? PAYMENT_MESSAGES.unavailableButCash
    : PAYMENT_MESSAGES.unavailable;
}

async function paymentStartOf(
  shop: PaymentShop,
  order: OrderRow,
  due: PaymentDue | undefined,
  state: string,
): Promise<PaymentStart | undefined> {
  if (!due || (state !== 'razorpay' && state !== 'test')) return undefined;
  return readPaymentStart(shop, payableOrder(order, due), state);
}

async function methodsOf(shop: PaymentShop, order: OrderRow, grant: PaymentGrant | undefined): Promise<FrameMethod[]> {
  const onlineMethods = gatewaysOf(shop).map(({ provider }) => ({ method: provider, ...METHODS[provider] }));
  if (order.payment_status !== 'unpaid' || grant) return onlineMethods;
  const cash = await cashTerms(shop.db.write, shop, order);
  const payAll = onlineTerms(shop, order);
  return [...onlineMethods, ...(cash ? [cashMethod(cash)] : []), ...(payAll ? [payAllMethod(payAll)] : [])];
}

/** Returns the provider of the preferred gateway. Throws `not_found` if the shop has no gateway. */
function preferredProvider(shop: PaymentShop): ProviderName {
  const [gateway] = gatewaysOf(shop);
  if (!gateway) throw new ShopError('not_found', PAYMENT_MESSAGES.unknownProvider);
  return gateway.provider;
}

/**
 * Returns the form that opens Razorpay's page in the whole window, so that no Razorpay script runs on the shop's page;
 * undefined if the shop has no keys for Razorpay.
 */
function hostedCheckout(
  shop: PaymentShop,
  order: OrderRow,
  viewer: OrderViewer,
  { providerOrderId, amountPaise }: { providerOrderId: string; amountPaise: number },
): FrameView['hostedForm'] {
  const { settings } = shop;
  if (!settings.razorpay) return undefined;
  // Razorpay sends the buyer back with a cross-site POST, which contains no session cookie.
  const token =
    viewer.token !== undefined && isPaymentToken(viewer.token) ? viewer.token : trackToken(shop.secretKey, order.id);
  const orderUrl = settings.siteUrl + orderPath(order.id, viewer);
  return {
    action: `${settings.razorpay.apiUrl}/v1/checkout/embedded`,
    fields: {
      key_id: settings.razorpay.keyId,
      order_id: providerOrderId,
      amount: String(amountPaise),
      currency: CURRENCY.code,
      name: shopSettings(shop.db).name,
      description: `Order ${order.number}`,
      'prefill[email]': order.email,
      'prefill[contact]': order.mobile,
      callback_url: `${settings.siteUrl}/public/payment-gateway/razorpay/return?token=${token}`,
      cancel_url: orderUrl,
    },
  };
}

function payableOrder({ id, number }: OrderRow, due: PaymentDue): PayableOrder {
  return { id, number, ...due };
}
