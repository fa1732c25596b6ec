import type { CashConfirmationTable } from '#lib/platform/db/tables/cash-confirmations.ts';
import type { OrderStatus } from '#lib/platform/db/tables/orders.ts';
import { CONFIRMATION_PENDING, STATUS_MESSAGES } from '#lib/sales/orders/record/orders.ts';

export const CONFIRMED_MESSAGE = 'Thank you, your order is confirmed. We are getting it ready.';
const RELEASED_MESSAGE =
  'It was not confirmed in time, so we have cancelled it. Nothing was charged. If you still want the items, order them again.';

interface Outcome {
  heading: string;
  message: string;
}

/**
 * Returns the heading and the message for a customer who opens an order's confirmation link. `state` is the state of
 * the confirmation; undefined if the order has never needed one.
 */
export function confirmationOutcome(
  { order_status, awaits_confirmation }: { order_status: OrderStatus; awaits_confirmation: number },
  state: CashConfirmationTable['state'] | undefined,
): Outcome {
  if (awaits_confirmation === 1) return CONFIRMATION_PENDING;
  if (state === 'released') return { heading: 'This order is cancelled', message: RELEASED_MESSAGE };
  if (order_status === 'cancelled')
    return { heading: 'This order is cancelled', message: 'There is nothing to confirm, and nothing to pay.' };
  const isPreparing = order_status === 'placed' || order_status === 'processing';
  if (isPreparing && state === 'confirmed')
    return { heading: 'Your order is confirmed', message: 'Thank you. We are getting it ready.' };
  if (isPreparing && state === 'paid')
    return { heading: 'Your order is paid', message: 'There is nothing to confirm. We are getting it ready.' };
  return { heading: 'There is nothing to confirm', message: STATUS_MESSAGES[order_status] };
}

/** Returns the time at which the order will be cancelled if it is not confirmed, in epoch ms. */
export function cancellationTime({
  asked_at,
  remind_after_ms,
  reminded_at,
  grace_ms,
}: Pick<CashConfirmationTable, 'asked_at' | 'remind_after_ms' | 'reminded_at' | 'grace_ms'>): number {
  return (reminded_at ?? asked_at + remind_after_ms) + grace_ms;
}
