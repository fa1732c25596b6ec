import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

/** Uses the wording of the returns policy (src/content/policies). */

type RefundedOrder = Pick<OrderRow, 'payment_method' | 'advance_paid'>;

const BOTH_WAYS =
  'What you paid online goes back the way you paid. Banks take 5 to 7 working days to show it. What you paid in cash we send to a UPI ID or bank account of yours: we will ask you for it.';

/** Depends on how the order was finally paid; cash is refunded by hand. */
export function refundWay({ payment_method, advance_paid }: RefundedOrder): string {
  if (payment_method === 'cod' && advance_paid === 1) return BOTH_WAYS;
  return payment_method === 'cod'
    ? 'You paid in cash, so we send it to a UPI ID or bank account of yours: we will ask you for it.'
    : 'It goes back the way you paid. Banks take 5 to 7 working days to show it.';
}

export function refundSentWay(provider: RefundTable['provider'], isByHand: boolean): string {
  if (provider === 'cash') return 'We have sent it to your UPI ID or bank account.';
  return isByHand
    ? 'We have sent it to you.'
    : 'It goes back the way you paid. Banks take 5 to 7 working days to show it.';
}
