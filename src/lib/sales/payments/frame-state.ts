import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';
import type { FrameMethod, FrameState } from '#lib/sales/payments/frame.ts';
import type { TestOutcome } from '#lib/sales/payments/payments.ts';
import { priceText } from '#lib/shop/money/price-text.ts';

/** What the payment page of an order shows (product.md, "Payment"). */

/** How far a gateway has come with an order of the same amount. */
export type Beginning = { is: 'known'; providerOrderId: string } | { is: 'under_way' | 'failed' | 'not_begun' };

const ASKABLE: readonly FrameState[] = ['test', 'razorpay', 'declined', 'waiting', 'abandoned'];

/** The payment status decides; an unpaid order shows the state that the address asks for, else the choice. */
export function frameState(
  { payment_status }: Pick<OrderRow, 'payment_status'>,
  requested?: string | null,
): FrameState {
  if (payment_status === 'paid' || payment_status === 'cod') return 'done';
  if (payment_status !== 'unpaid') return 'over';
  return ASKABLE.find((state) => state === requested) ?? 'choose';
}

/** A gateway is shown only when it knows the order: before that the page waits, or offers the choice again. */
export function stateWith(beginning: Beginning | undefined, state: FrameState): FrameState {
  if (!beginning || beginning.is === 'known') return state;
  return beginning.is === 'under_way' ? 'contacting' : 'choose';
}

/** Where the page of the test gateway leads; `undefined` is the page of the order's own state. */
export const AFTER_TEST: Record<Exclude<TestOutcome, 'abandon'>, FrameState | undefined> = {
  approve: undefined,
  decline: 'declined',
  late: 'waiting',
};

/** The way to pay the courier, in paise. */
export function cashMethod({ feePaise, totalPaise }: { feePaise: number; totalPaise: number }): FrameMethod {
  const about =
    feePaise > 0
      ? `${priceText(totalPaise)}, with ${priceText(feePaise)} for taking the cash`
      : 'Pay the courier in cash';
  return { method: 'cod', name: 'Cash on delivery', about };
}

/** The address of the payment page; `token` is that of a guest's link. */
export function framePath(orderId: string, { token }: { token?: string | undefined }, state?: FrameState): string {
  const query = new URLSearchParams({ ...(token ? { token } : {}), ...(state ? { state } : {}) }).toString();
  return `/public/payment-gateway/${orderId}${query ? `?${query}` : ''}`;
}
