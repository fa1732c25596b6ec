import type { PaymentStatus, RefundReason, RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

/** Identifies a payment. The reference is the gateway's id of the payment; for cash, it is the order's id. */
export type Payment = Pick<RefundTable, 'provider' | 'reference'>;

export function isOfPayment(refund: Payment, { provider, reference }: Payment): boolean {
  return refund.provider === provider && refund.reference === reference;
}

interface ReportedRefund extends Payment {
  amountPaise: number;
  /** The shop's id of the refund; unknown if it was started on the gateway's dashboard. */
  refundId?: string | undefined;
}

/**
 * Determines which due refunds of a payment a gateway refund settles, fully or partly: first the one with its id, then
 * those of the same amount, then the others. `leftPaise` is the part that was not due.
 */
export function matchDueRefunds<Refund extends Payment & Pick<RefundTable, 'id' | 'amount_paise'>>(
  due: readonly Refund[],
  reported: ReportedRefund,
): { counted: { refund: Refund; paise: number }[]; leftPaise: number } {
  const rank = ({ id, amount_paise }: Refund) =>
    id === reported.refundId ? 0 : amount_paise === reported.amountPaise ? 1 : 2;
  let leftPaise = reported.amountPaise;
  const counted = due
    .filter((refund) => isOfPayment(refund, reported))
    .toSorted((one, other) => rank(one) - rank(other))
    .map((refund) => {
      const paise = Math.min(leftPaise, refund.amount_paise);
      leftPaise -= paise;
      return { refund, paise };
    });
  return { counted: counted.filter(({ paise }) => paise > 0), leftPaise };
}

/** The only reason for which the order's own payment is refunded without a credit. */
export const REFUND_WITHOUT_CREDIT: RefundReason = 'too_late';

/** Whether it refunds a payment that counted towards the order, not an unexpected one. */
export function refundsOwnPayment({ credit_id, reason }: Pick<RefundTable, 'credit_id' | 'reason'>): boolean {
  return credit_id !== null || reason === REFUND_WITHOUT_CREDIT;
}

/**
 * The payment status of a paid order: `refunded` only once no refund is due, not even of a second payment.
 * `uncollectedPaise` is the part of the credits that was never paid.
 */
export function paymentStatusAfter(
  { order_status, total_paise }: Pick<OrderRow, 'order_status' | 'total_paise'>,
  refunds: readonly Pick<RefundTable, 'credit_id' | 'reason' | 'amount_paise' | 'state'>[],
  uncollectedPaise: number,
): PaymentStatus {
  const ownRefunds = refunds.filter(refundsOwnPayment);
  const refundedPaise = ownRefunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const isClosed = order_status === 'cancelled' || order_status === 'returned';
  const isFullyRefunded = isClosed || refundedPaise >= total_paise - uncollectedPaise;
  if (ownRefunds.length === 0 || !isFullyRefunded) return 'paid';
  return refunds.some(({ state }) => state === 'due') ? 'refund_due' : 'refunded';
}
