import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { RefundEvent } from '#lib/sales/payments/payments.ts';

/**
 * Returns how often this refund failed after the gateway accepted it. Gateway refunds without the shop's id, such as
 * those from old versions, are matched by amount.
 */
export function failuresOf(
  { id, amount_paise }: Pick<RefundTable, 'id' | 'amount_paise'>,
  gatewayRefunds: readonly Pick<RefundEvent, 'outcome' | 'shopRefundId' | 'amountPaise'>[],
): number {
  const failedRefunds = gatewayRefunds.filter(({ outcome }) => outcome === 'refund_failed');
  return failedRefunds.filter(({ shopRefundId, amountPaise }) =>
    shopRefundId === undefined ? amountPaise === amount_paise : shopRefundId === id,
  ).length;
}
