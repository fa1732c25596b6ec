import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { RefundEvent } from '#lib/sales/payments/payments.ts';

/** How often the gateway took a refund and then could not make it. Refunds of old versions have no id of ours. */
export function failuresOf(
  { id, amount_paise }: Pick<RefundTable, 'id' | 'amount_paise'>,
  before: readonly Pick<RefundEvent, 'outcome' | 'ownId' | 'amountPaise'>[],
): number {
  const failed = before.filter(({ outcome }) => outcome === 'refund_failed');
  return failed.filter(({ ownId, amountPaise }) => (ownId === undefined ? amountPaise === amount_paise : ownId === id))
    .length;
}
