import type { Tx } from '#lib/platform/db/db.server.ts';
import { preparedQuery } from '#lib/platform/db/prepared-query.server.ts';
import type { StockChangeReason, StockLedgerTable } from '#lib/platform/db/tables/stock.ts';

export interface StockCause {
  why: StockChangeReason;
  at: number;
  orderId?: string | undefined;
  note?: string | undefined;
}

export interface StockMove {
  variantId: number;
  /** The change in pieces or centimetres, which is negative if stock is taken. */
  change: number;
}

type NewLedgerLine = Omit<StockLedgerTable, 'id'>;

const insertLines = preparedQuery((db, lines: NewLedgerLine[]) => db.insertInto('stock_ledger').values(lines));

/** Adds a ledger line for each move. A move whose change is 0 gets no line, unless its variant has been removed. */
export async function addLedgerLines(tx: Tx, moves: readonly StockMove[], cause: StockCause): Promise<void> {
  const { why, at, orderId: order_id = null, note = null } = cause;
  const lines = moves
    .filter(({ change }) => change !== 0 || why === 'removed')
    .map(({ variantId: variant_id, change }) => ({ variant_id, at, change, why, order_id, note }));
  if (lines.length > 0) await insertLines(tx, lines);
}

/**
 * Returns the highest id of any variant, including removed variants, to which the ledger still refers. Returns 0 if
 * there has never been a variant.
 */
export async function lastVariantId(tx: Tx): Promise<number> {
  const lastVariant = await tx.selectFrom('variant').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  const lastLedgerLine = await tx
    .selectFrom('stock_ledger')
    .select('variant_id as id')
    .orderBy('variant_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Math.max(lastVariant?.id ?? 0, lastLedgerLine?.id ?? 0);
}
