import type { Generated } from 'kysely';

export interface StockTables {
  stock_ledger: StockLedgerTable;
}

/** `released`: an unpaid order ended. `correction`: the owner gave a reason. `count`: found by counting. */
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

/** Lines are never removed: their sum for a variant is `variant.quantity`. */
export interface StockLedgerTable {
  id: Generated<number>;
  /** The variant may be deleted since; its id is never reused. */
  variant_id: number;
  at: number;
  change: number;
  why: StockWhy;
  order_id: string | null;
  note: string | null;
}
