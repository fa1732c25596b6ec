import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

// The texts in this file must agree with the returns policy (src/content/policies/returns-policy.md).

type RefundedOrder = Pick<OrderRow, 'payment_method' | 'advance_paid'>;

const PAID_ONLINE_AND_IN_CASH =
  'What you paid online goes back the way you paid. Banks take 5 to 7 working days to show it. We send what you paid in cash to your UPI ID or bank account: we will ask you for its details.';

/** Returns the sentences that tell the buyer how the money will be refunded. Cash payments are refunded manually. */
export function refundMethodText({ payment_method, advance_paid }: RefundedOrder): string {
  if (payment_method === 'cod' && advance_paid === 1) return PAID_ONLINE_AND_IN_CASH;
  return payment_method === 'cod'
    ? 'You paid in cash, so we send it to your UPI ID or bank account: we will ask you for its details.'
    : 'It goes back the way you paid. Banks take 5 to 7 working days to show it.';
}

export function refundSentText(provider: RefundTable['provider'], isManual: boolean): string {
  if (provider === 'cash') return 'We have sent it to your UPI ID or bank account.';
  return isManual
    ? 'We have sent it to you.'
    : 'It goes back the way you paid. Banks take 5 to 7 working days to show it.';
}
