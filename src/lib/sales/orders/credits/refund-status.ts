import type { PaymentStatus, RefundReason, RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { OrderRow } from '#lib/sales/orders/record/change-order.server.ts';

/** Identifies a payment. The reference is the gateway's id of the payment or, for cash, the order's id. */
export type Payment = Pick<RefundTable, 'provider' | 'reference'>;

export function isOfPayment(refund: Payment, { provider, reference }: Payment): boolean {
  return refund.provider === provider && refund.reference === reference;
}

/** A refund that a gateway reports. */
export interface GatewayRefund extends Payment {
  /** The gateway's id of the refund. */
  refundId: string;
  amountPaise: number;
  /**
   * The shop's id of the refund; undefined if the refund was started on the gateway's dashboard, or by an old version
   * of the program.
   */
  shopRefundId?: string | undefined;
}

/**
 * Determines which due refunds of a payment are settled, fully or in part, by a refund that the gateway reports: first
 * the refund whose id the report contains, then refunds of the same amount, then all other refunds of the payment.
 * `leftPaise` is the part of the reported amount that was not due.
 */
export function matchDueRefunds<Refund extends Payment & Pick<RefundTable, 'id' | 'amount_paise'>>(
  dueRefunds: readonly Refund[],
  report: GatewayRefund,
): { matches: { refund: Refund; paise: number }[]; leftPaise: number } {
  const rank = ({ id, amount_paise }: Refund) =>
    id === report.shopRefundId ? 0 : amount_paise === report.amountPaise ? 1 : 2;
  let leftPaise = report.amountPaise;
  const matches = dueRefunds
    .filter((refund) => isOfPayment(refund, report))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((refund) => {
      const paise = Math.min(leftPaise, refund.amount_paise);
      leftPaise -= paise;
      return { refund, paise };
    });
  return { matches: matches.filter(({ paise }) => paise > 0), leftPaise };
}

/** The only reason for which a payment that counted towards the order is refunded without a credit. */
export const REFUND_WITHOUT_CREDIT: RefundReason = 'too_late';

/** Returns whether the refund is for a payment that counted towards the order, and not for an unexpected payment. */
export function refundsCountedPayment({ credit_id, reason }: Pick<RefundTable, 'credit_id' | 'reason'>): boolean {
  return credit_id !== null || reason === REFUND_WITHOUT_CREDIT;
}

/**
 * Returns the payment status of a paid order. The status is `paid` if the order is open and not fully refunded, or if
 * no payment that counted towards the order is refunded. In all other cases, it is `refund_due` if any refund is due,
 * even for a second payment, and `refunded` if no refund is due. `uncollectedPaise` is the part of the credits that was
 * never paid.
 */
export function paymentStatusAfter(
  { order_status, total_paise }: Pick<OrderRow, 'order_status' | 'total_paise'>,
  refunds: readonly Pick<RefundTable, 'credit_id' | 'reason' | 'amount_paise' | 'state'>[],
  uncollectedPaise: number,
): PaymentStatus {
  const countedPaymentRefunds = refunds.filter(refundsCountedPayment);
  const refundedPaise = countedPaymentRefunds.reduce((sum, { amount_paise }) => sum + amount_paise, 0);
  const isClosed = order_status === 'cancelled' || order_status === 'returned';
  const isFullyRefunded = isClosed || refundedPaise >= total_paise - uncollectedPaise;
  if (countedPaymentRefunds.length === 0 || !isFullyRefunded) return 'paid';
  return refunds.some(({ state }) => state === 'due') ? 'refund_due' : 'refunded';
}
