import type { ReturnReason } from '#lib/platform/db/tables/orders.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import type { CashRules } from '#lib/sales/cash-rules/cash-rules.schema.ts';

// Who may pay cash on delivery (product.md, "Cash on delivery").

/** Orders that are older than this no longer count, so that a pincode or a customer gets another chance. */
export const HISTORY_MS = 365 * DAY_MS;

/** The reasons why couriers return a parcel, in the order in which staff see them. */
export const RETURN_REASONS: Readonly<Record<ReturnReason, string>> = {
  refused: 'Refused at the door',
  not_reachable: 'Customer not reachable',
  wrong_address: 'Wrong or incomplete address',
  changed_mind: 'Customer changed their mind',
  fake_order: 'Fake order',
  damaged: 'Damaged on the way',
  other: 'Other',
};

export const RETURN_REASON_NAMES = Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]];

/** The reasons that are not the customer's fault. Such returns don't count towards the rule for customers. */
export const EXCUSED_REASONS: readonly ReturnReason[] = ['damaged'];

export interface CashHistory {
  /** The number of delivered parcels, even if their items were returned afterwards. */
  delivered: number;
  /** The number of parcels that came back undelivered. */
  returned: number;
}

/** Returns whether more than `percent` per cent of at least `minParcels` parcels came back. */
export function exceedsReturnRate(
  { delivered, returned }: CashHistory,
  { minParcels, percent }: { minParcels: number; percent: number },
): boolean {
  const parcelCount = delivered + returned;
  return parcelCount >= minParcels && returned * 100 > percent * parcelCount;
}

/** Returns whether too many cash parcels to a pincode came back. Always false if the owner has no such rule. */
export function hasTooManyReturns(history: CashHistory, { pincodeParcels, pincodePercent }: CashRules): boolean {
  return pincodeParcels > 0 && exceedsReturnRate(history, { minParcels: pincodeParcels, percent: pincodePercent });
}

/** Returns whether too many cash parcels of a customer came back. Always false if the owner has no such rule. */
export function hasTooManyRefusals(refusedCount: number, { refusedParcels }: CashRules): boolean {
  return refusedParcels > 0 && refusedCount >= refusedParcels;
}

/** The tag of cached pages that show whether cash on delivery is available at a pincode. */
export const CASH_TAG = 'cash';

/** The kind of rule that switches off cash on delivery for an order, apart from the terms of the delivery zone. */
export type CashRule = 'pincode' | 'customer';
