import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { RefundEvent } from '#lib/sales/payments/payments.ts';

/**
 * Returns the number of times that this refund failed after the gateway had accepted it. A gateway refund without the
 * shop's id, for example from an old version of the program, is matched by its amount.
 */
export function countRefundFailures(
  { id, amount_paise }: Pick<RefundTable, 'id' | 'amount_paise'>,
  gatewayRefunds: readonly Pick<RefundEvent, 'outcome' | 'shopRefundId' | 'amountPaise'>[],
): number {
  const failedRefunds = gatewayRefunds.filter(({ outcome }) => outcome === 'refund_failed');
  return failedRefunds.filter(({ shopRefundId, amountPaise }) =>
    shopRefundId === undefined ? amountPaise === amount_paise : shopRefundId === id,
  ).length;
}
