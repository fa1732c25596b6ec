import type { Generated } from 'kysely';

export interface StockTables {
  stock_ledger: StockLedgerTable;
}

/**
 * `released`: an unpaid order expired. `correction`: corrected by the owner. `count`: corrected after a stock count.
 */
export type StockWhy =
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

/** Entries are never removed; their sum for a variant is `variant.quantity`. */
export interface StockLedgerTable {
  id: Generated<number>;
  /** The variant may have been deleted; its id is never reused. */
  variant_id: number;
  at: number;
  change: number;
  why: StockWhy;
  order_id: string | null;
  note: string | null;
}
