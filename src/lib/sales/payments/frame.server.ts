import { httpStatus, isShopError } from '#lib/platform/errors/shop-error.ts';
import { releaseHold, renewHold } from '#lib/sales/orders/holds/order-hold.server.ts';
import { type OrderViewer, orderPath, ownOrder } from '#lib/sales/orders/own-order.server.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import { trackToken } from '#lib/sales/orders/record/track-token.server.ts';
import type { FrameMethod, FrameRefusal, FrameView } from '#lib/sales/payments/frame.ts';
import {
  AFTER_TEST,
  cashMethod,
  framePath,
  frameState,
  type PaymentStart,
  stateWith,
} from '#lib/sales/payments/frame-state.ts';
import { gatewaysOf } from '#lib/sales/payments/gateway.server.ts';
import type { FrameForm } from '#lib/sales/payments/payments.schema.ts';
import { checkPaymentInBackground, type PaymentShop } from '#lib/sales/payments/payments.server.ts';
import { PAYMENT_MESSAGES, type PayableOrder, type ProviderName } from '#lib/sales/payments/payments.ts';
import { readPaymentStart, startPayment } from '#lib/sales/payments/start-payment.server.ts';
import { cashTerms, switchToCashOnDelivery } from '#lib/sales/payments/switch-to-cash.server.ts';
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

/** Missing orders and those of others look the same. */
export async function openFrame(
  shop: PaymentShop,
  orderId: string,
  viewer: OrderViewer,
  query: FrameQuery,
): Promise<FrameView | FrameRefusal> {
  try {
    return await frameView(shop, await ownOrder(shop, orderId, viewer), viewer, query);
  } catch (error) {
    if (!isShopError(error)) throw error;
    return { state: 'refused', message: error.message, httpStatus: httpStatus(error.code) };
  }
}

export async function handleFrameForm(
  shop: PaymentShop,
  { orderId, method, outcome }: FrameForm,
  viewer: OrderViewer,
  buyer: Parameters<typeof switchToCashOnDelivery>[2],
): Promise<{ next: string }> {
  const order = await ownOrder(shop, orderId, viewer);
  if (order.payment_status !== 'unpaid') return { next: framePath(orderId, viewer) };
  if (method === 'later' || outcome === 'abandon') {
    await releaseHold(shop, orderId);
    return { next: framePath(orderId, viewer, 'abandoned') };
  }
  if (outcome !== undefined) {
    await decideTestPayment(shop, orderId, outcome);
    return { next: framePath(orderId, viewer, AFTER_TEST[outcome]) };
  }
  if (method === 'cod') await switchToCashOnDelivery(shop, orderId, buyer);
  if (method === undefined || method === 'cod') return { next: framePath(orderId, viewer) };
  await renewHold(shop, orderId);
  await startPayment(shop, payable(order), method);
  return { next: framePath(orderId, viewer, method) };
}

async function frameView(
  shop: PaymentShop,
  order: OrderRow,
  viewer: OrderViewer,
  query: FrameQuery,
): Promise<FrameView> {
  const start = await paymentStartOf(shop, order, query.state);
  const state = stateWith(start, frameState(order, query.state));
  if (state === 'waiting') checkPaymentInBackground(shop, order.id);
  const action = framePath(order.id, viewer);
  const view: FrameView = {
    state,
    orderId: order.id,
    number: order.number,
    totalPaise: order.total_paise,
    symbol: CURRENCY.symbol,
    methods: await methodsOf(shop, order),
    action,
    orderPath: orderPath(order.id, viewer),
    message: start?.state === 'failed' ? await unavailableMessage(shop, order) : query.message,
  };
  if (start?.state === 'created' && state === 'razorpay') {
    view.hosted = hostedCheckout(shop, order, viewer, start.providerOrderId);
  }
  return view;
}

async function unavailableMessage(shop: PaymentShop, order: OrderRow): Promise<string> {
  return (await cashTerms(shop.db.write, shop, order))
    ? PAYMENT_MESSAGES.unavailableButCash
    : PAYMENT_MESSAGES.unavailable;
}

async function paymentStartOf(
  shop: PaymentShop,
  order: OrderRow,
  query: string | null | undefined,
): Promise<PaymentStart | undefined> {
  if (frameState(order, query) !== query || (query !== 'razorpay' && query !== 'test')) return undefined;
  return readPaymentStart(shop, payable(order), query);
}

async function methodsOf(shop: PaymentShop, order: OrderRow): Promise<FrameMethod[]> {
  const online = gatewaysOf(shop).map(({ provider }) => ({ method: provider, ...METHODS[provider] }));
  const cash = await cashTerms(shop.db.write, shop, order);
  return cash ? [...online, cashMethod(cash)] : online;
}

/** A plain form in the whole window, so that no Razorpay script runs on our page. */
function hostedCheckout(
  shop: PaymentShop,
  order: OrderRow,
  viewer: OrderViewer,
  providerOrderId: string,
): FrameView['hosted'] {
  const { settings } = shop;
  if (!settings.razorpay) return undefined;
  // Razorpay returns with a cross-site POST, which has no session cookie.
  const token = trackToken(shop.secretKey, order.id);
  const back = settings.siteUrl + orderPath(order.id, viewer);
  return {
    action: `${settings.razorpay.apiUrl}/v1/checkout/embedded`,
    fields: {
      key_id: settings.razorpay.keyId,
      order_id: providerOrderId,
      amount: String(order.total_paise),
      currency: 'INR',
      name: shopSettings(shop.db).name,
      description: `Order ${order.number}`,
      'prefill[email]': order.email,
      'prefill[contact]': order.mobile,
      callback_url: `${settings.siteUrl}/public/payment-gateway/razorpay/return?token=${token}`,
      cancel_url: back,
    },
  };
}

function payable({ id, number, total_paise, email, mobile }: OrderRow): PayableOrder {
  return { id, number, totalPaise: total_paise, email, mobile };
}
