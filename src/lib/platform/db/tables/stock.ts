import type { Generated } from 'kysely';

/**
 * `released`: an unpaid order expired. `correction`: corrected by the owner. `count`: corrected after a stock count.
 */
export type StockChangeReason =
  | 'order'
  | 'cancelled'
  | 'released'
  | 'returned'
  | 'exchange'
  | 'exchange_ended'
  | 'import'
  | 'correction'
  | 'count'
  | 'opening'
  | 'removed';

/** A change to the stock of a variant. Entries are never removed. Their sum for a variant is `variant.quantity`. */
export interface StockLedgerTable {
  id: Generated<number>;
  /** The id of a variant, which may have been deleted. Ids are never reused. */
  variant_id: number;
  at: number;
  change: number;
  why: StockChangeReason;
  order_id: string | null;
  note: string | null;
}
