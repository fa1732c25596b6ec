import { CURRENCY } from '#lib/money/money.ts';
import { priceText } from '#lib/money/price-text.ts';
import type { OrderRow } from '#lib/orders/change-order.server.ts';
import { releaseHold, renewHold } from '#lib/orders/order-hold.server.ts';
import { type OrderViewer, orderPath, ownOrder } from '#lib/orders/own-order.server.ts';
import { trackToken } from '#lib/orders/track-token.server.ts';
import { type Beginning, readBeginning, startPayment } from '#lib/payments/begin-payment.server.ts';
import type { FrameMethod, FrameRefusal, FrameState, FrameView } from '#lib/payments/frame.ts';
import { gatewaysOf } from '#lib/payments/gateway.server.ts';
import type { FrameForm } from '#lib/payments/payments.schema.ts';
import { askInBackground, type PaymentShop } from '#lib/payments/payments.server.ts';
import { PAYMENT_MESSAGES, type PayableOrder, type ProviderName, type TestOutcome } from '#lib/payments/payments.ts';
import { type DoorPayment, doorPayment, switchToCashOnDelivery } from '#lib/payments/switch-to-cash.server.ts';
import { decideTestPayment } from '#lib/payments/test-payment.server.ts';
import { httpStatus, isShopError } from '#lib/platform/errors/shop-error.ts';
import { shopSettings } from '#lib/shop/shop-settings.server.ts';

interface FrameAsked {
  state?: string | null;
  message?: string | undefined;
}

const METHODS: Record<ProviderName, Omit<FrameMethod, 'method'>> = {
  razorpay: { name: 'UPI, card, net banking or wallet', about: 'By Razorpay' },
  test: { name: 'Test gateway', about: 'For the demo shop: no money moves' },
};

/** Missing and foreign orders look the same. */
export async function openFrame(
  shop: PaymentShop,
  orderId: string,
  viewer: OrderViewer,
  asked: FrameAsked,
): Promise<FrameView | FrameRefusal> {
  try {
    return await frameView(shop, await ownOrder(shop, orderId, viewer), viewer, asked);
  } catch (error) {
    if (!isShopError(error)) throw error;
    return { state: 'refused', message: error.message, httpStatus: httpStatus(error.code) };
  }
}

export async function answerFrameForm(
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

const AFTER_TEST: Record<Exclude<TestOutcome, 'abandon'>, FrameState | undefined> = {
  approve: undefined,
  decline: 'declined',
  late: 'waiting',
};

async function frameView(
  shop: PaymentShop,
  order: OrderRow,
  viewer: OrderViewer,
  asked: FrameAsked,
): Promise<FrameView> {
  const beginning = await beginningOf(shop, order, asked.state);
  const state = stateWith(beginning, frameState(order, asked.state));
  if (state === 'waiting') askInBackground(shop, order.id);
  const action = framePath(order.id, viewer);
  const view: FrameView = {
    state,
    orderId: order.id,
    number: order.number,
    totalPaise: order.total_paise,
    symbol: CURRENCY.symbol,
    methods: methodsOf(shop, order),
    action,
    orderPath: orderPath(order.id, viewer),
    message: beginning?.is === 'failed' ? unavailableWords(shop, order) : asked.message,
  };
  if (beginning?.is === 'known' && state === 'razorpay') {
    view.hosted = hostedCheckout(shop, order, viewer, beginning.providerOrderId);
  }
  return view;
}

function unavailableWords(shop: PaymentShop, order: OrderRow): string {
  return doorPayment(shop, order) ? PAYMENT_MESSAGES.unavailableButCash : PAYMENT_MESSAGES.unavailable;
}

async function beginningOf(
  shop: PaymentShop,
  order: OrderRow,
  asked: string | null | undefined,
): Promise<Beginning | undefined> {
  if (frameState(order, asked) !== asked || (asked !== 'razorpay' && asked !== 'test')) return undefined;
  return readBeginning(shop, payable(order), asked);
}

function stateWith(beginning: Beginning | undefined, state: FrameState): FrameState {
  if (!beginning || beginning.is === 'known') return state;
  return beginning.is === 'under_way' ? 'contacting' : 'choose';
}

function methodsOf(shop: PaymentShop, order: OrderRow): FrameMethod[] {
  const online = gatewaysOf(shop).map(({ provider }) => ({ method: provider, ...METHODS[provider] }));
  const door = doorPayment(shop, order);
  return door ? [...online, { method: 'cod', name: 'Cash on delivery', about: doorWords(door) }] : online;
}

function doorWords({ feePaise, totalPaise }: DoorPayment): string {
  return feePaise > 0
    ? `${priceText(totalPaise)}, with ${priceText(feePaise)} for taking the cash`
    : 'Pay the courier in cash';
}

const ASKABLE: readonly FrameState[] = ['test', 'razorpay', 'declined', 'waiting', 'abandoned'];

function frameState(order: OrderRow, asked: string | null | undefined): FrameState {
  if (order.payment_status === 'paid' || order.payment_status === 'cod') return 'done';
  if (order.payment_status !== 'unpaid') return 'over';
  return ASKABLE.find((state) => state === asked) ?? 'choose';
}

export function framePath(orderId: string, { token }: OrderViewer, state?: FrameState): string {
  const query = new URLSearchParams({ ...(token ? { token } : {}), ...(state ? { state } : {}) }).toString();
  return `/public/payment-gateway/${orderId}${query ? `?${query}` : ''}`;
}

/** A plain form in the whole window, so that no script of Razorpay runs in our page. */
function hostedCheckout(
  shop: PaymentShop,
  order: OrderRow,
  viewer: OrderViewer,
  providerOrderId: string,
): FrameView['hosted'] {
  const { settings } = shop;
  if (!settings.razorpay) return undefined;
  // Razorpay comes back by a cross-site POST, which brings no session cookie.
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
