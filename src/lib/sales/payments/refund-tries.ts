import type { RefundTable } from '#lib/platform/db/tables/orders.ts';
import type { RefundEvent } from '#lib/sales/payments/payments.ts';

/** How often the gateway accepted a refund that then failed. Refunds of old versions do not have our id. */
export function failuresOf(
  { id, amount_paise }: Pick<RefundTable, 'id' | 'amount_paise'>,
  before: readonly Pick<RefundEvent, 'outcome' | 'ownId' | 'amountPaise'>[],
): number {
  const failed = before.filter(({ outcome }) => outcome === 'refund_failed');
  return failed.filter(({ ownId, amountPaise }) => (ownId === undefined ? amountPaise === amount_paise : ownId === id))
    .length;
}
