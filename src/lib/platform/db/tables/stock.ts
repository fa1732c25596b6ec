import type { Generated } from 'kysely';

/** What changed the stock of variants. */
export interface StockTables {
  stock_ledger: StockLedgerTable;
}

/**
 * `released`: an unpaid order ran out of time, or its buyer turned away. `exchange`: new goods were put aside;
 * `exchange_ended`: they were not needed. `correction` is a difference that the owner knows, `count` one that a count found.
 * `opening` begins a ledger, `removed` ends that of a variant that is no more.
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

/** Each change of stock, for ever: the sum of a variant's lines is `variant.quantity`. */
export interface StockLedgerTable {
  id: Generated<number>;
  /** It may be gone by now; an id is never given twice. */
  variant_id: number;
  at: number;
  /** Pieces or centimetres. */
  change: number;
  why: StockWhy;
  order_id: string | null;
  /** The file of an import, the reason of a correction, who cancelled. */
  note: string | null;
}
