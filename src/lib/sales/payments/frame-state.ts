import { advanceText } from '#lib/sales/cart/payment-terms/payment-terms.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { FrameMethod, FrameState } from '#lib/sales/payments/frame.ts';
import type { TestOutcome } from '#lib/sales/payments/payments.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

// This file determines the state of an order's payment page (product.md, "Payment").

/** The state of the order that the gateway creates for the due amount. */
export type PaymentStart = { state: 'created'; providerOrderId: string } | { state: 'in_progress' | 'failed' | 'none' };

const STATES_IN_URL: readonly FrameState[] = ['test', 'razorpay', 'declined', 'waiting', 'abandoned'];

/**
 * Returns the state of the payment page. For an unpaid order, this is the state that the URL requests; by default, the
 * choice of methods. For a cash order that may be paid online, this is also the state that the URL requests, including
 * `instead`; by default, `done`. For any other order, the state depends only on the payment status.
 */
export function frameState(
  { payment_status }: Pick<OrderRow, 'payment_status'>,
  requestedState?: string | null,
  mayPayInstead = false,
): FrameState {
  const state = STATES_IN_URL.find((name) => name === requestedState);
  if (payment_status === 'cod' && mayPayInstead) return requestedState === 'instead' ? 'instead' : (state ?? 'done');
  if (payment_status === 'paid' || payment_status === 'cod') return 'done';
  if (payment_status !== 'unpaid') return 'over';
  return state ?? 'choose';
}

/**
 * Returns `state` if the gateway has created its order, or if `start` is undefined. Returns `contacting` while the
 * gateway creates the order, and `choose` if it has not created one.
 */
export function stateAfterStart(start: PaymentStart | undefined, state: FrameState): FrameState {
  if (!start || start.state === 'created') return state;
  return start.state === 'in_progress' ? 'contacting' : 'choose';
}

/** The state of the page after each outcome of the test gateway; undefined if the page shows the state of the order. */
export const STATE_AFTER_TEST: Record<Exclude<TestOutcome, 'abandon'>, FrameState | undefined> = {
  approve: undefined,
  decline: 'declined',
  late: 'waiting',
};

/** Returns cash on delivery as a payment method. Amounts are in paise. */
export function cashMethod({
  feePaise,
  totalPaise,
  advancePaise = 0,
}: {
  feePaise: number;
  totalPaise: number;
  advancePaise?: number;
}): FrameMethod {
  const about =
    advancePaise > 0
      ? advanceText({ advancePaise, totalPaise })
      : feePaise > 0
        ? `${priceText(totalPaise)}, including ${priceText(feePaise)} for cash on delivery`
        : 'Pay the courier in cash';
  return { method: 'cod', name: 'Cash on delivery', about };
}

/** Returns full online payment as a method for an order that awaits its advance. Amounts are in paise. */
export function payAllMethod({
  totalPaise,
  discountPaise,
}: {
  totalPaise: number;
  discountPaise: number;
}): FrameMethod {
  const discountText = discountPaise > 0 ? `, with ${priceText(discountPaise)} off for paying online` : '';
  return { method: 'online', name: 'Pay all of it online', about: `${priceText(totalPaise)}${discountText}` };
}

/**
 * Returns the path of the payment page, which the dialog shows in a frame. `token` is the token of a guest's link to
 * the order, or of a payment link.
 */
export function framePath(orderId: string, { token }: { token?: string | undefined }, state?: FrameState): string {
  const query = new URLSearchParams({ ...(token ? { token } : {}), ...(state ? { state } : {}) }).toString();
  return `/public/payment-gateway/${orderId}${query ? `?${query}` : ''}`;
}
