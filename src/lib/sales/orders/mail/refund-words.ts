import type { PaymentMethod, RefundTable } from '#lib/platform/db/tables/orders.ts';

/** Uses the wording of the returns policy (src/content/policies). */

/** Depends on how the order was finally paid; cash is refunded by hand. */
export function refundWay(method: PaymentMethod): string {
  return method === 'cod'
    ? 'You paid in cash, so we send it to a UPI ID or bank account of yours: we will ask you for it.'
    : 'It goes back the way you paid. Banks take 5 to 7 working days to show it.';
}

export function refundSentWay(provider: RefundTable['provider'], isByHand: boolean): string {
  if (provider === 'cash') return 'We have sent it to your UPI ID or bank account.';
  return isByHand
    ? 'We have sent it to you.'
    : 'It goes back the way you paid. Banks take 5 to 7 working days to show it.';
}
