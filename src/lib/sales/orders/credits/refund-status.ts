import type { PaymentStatus, RefundReason, RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

export type Payment = Pick<RefundTable, 'provider' | 'reference'>;

export function isOfPayment(refund: Payment, { provider, reference }: Payment): boolean {
  return refund.provider === provider && refund.reference === reference;
}

interface ReportedRefund extends Payment {
  amountPaise: number;
  /** Unknown if the refund was started on the gateway's dashboard. */
  refundId?: string | undefined;
}

/**
 * Determines which due refunds of a payment a gateway refund settles, wholly or in part: first the one with its id,
 * then one of the same amount, then the others. `leftPaise` is the part that was not due.
 */
export function countedToDue<Refund extends Payment & Pick<RefundTable, 'id' | 'amount_paise'>>(
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

/** The reason to refund the order's own payment without a credit. */
export const OWN_WITHOUT_CREDIT: RefundReason = 'too_late';

/** Whether it refunds the order's own payment rather than an unexpected one. */
export function isOfOrder({ credit_id, reason }: Pick<RefundTable, 'credit_id' | 'reason'>): boolean {
  return credit_id !== null || reason === OWN_WITHOUT_CREDIT;
}

/** The status of a paid order: refunded only if no refund is due any more, including those of second payments. */
export function paymentStatusAfter(
  { order_status, total_paise }: Pick<OrderRow, 'order_status' | 'total_paise'>,
  refunds: readonly Pick<RefundTable, 'credit_id' | 'reason' | 'amount_paise' | 'state'>[],
  neverTakenPaise: number,
): PaymentStatus {
  const own = refunds.filter(isOfOrder);
  const backPaise = own.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const isOver = order_status === 'cancelled' || order_status === 'returned';
  const isAllBack = isOver || backPaise >= total_paise - neverTakenPaise;
  if (own.length === 0 || !isAllBack) return 'paid';
  return refunds.some(({ state }) => state === 'due') ? 'refund_due' : 'refunded';
}
