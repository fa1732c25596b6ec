import { findStockRow, recordStockChange, type StockRow } from '#lib/catalog/inventory/set-stock.server.ts';
import { cutBolt, deductStock, putBackStock, refreshStock } from '#lib/catalog/inventory/stock.server.ts';
import { addLedgerLines, type StockCause } from '#lib/catalog/inventory/stock-ledger.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { metresText, toCm } from '#lib/primitives/metres.ts';

const REASON_MISSING = 'Enter a reason. It is stored in the ledger.';

export interface StockCorrection {
  /** The difference in pieces or metres, which is negative if stock is removed. */
  difference: number;
  /**
   * The number of the bolt, counted from 1. By default, stock is added as a new bolt, and stock is removed from the
   * shortest bolt that is long enough.
   */
  boltNumber?: number | undefined;
  reason: string;
}

/**
 * Corrects the stock of a variant. Returns the new stock. Throws a ShopError `not_found` if there is no such variant
 * or stock is added to an unknown bolt, `invalid` if the correction is invalid or a product with several variants is
 * named, and `conflict` if there is not enough stock.
 */
export function correctStock(
  db: ShopDatabase,
  identifier: string,
  { difference, boltNumber, reason }: StockCorrection,
  at: number,
): Promise<StockRow[]> {
  return transaction(db, async (tx) => {
    const row = await findStockRow(tx, identifier);
    const change = changeOf(row, difference, boltNumber);
    return [await correctVariant(tx, row, { change, boltNumber, reason }, at)];
  });
}

/**
 * Adds the change, in pieces or centimetres, to the current stock, so that a sale in the meantime is not lost. Returns
 * the new stock. Throws a ShopError `invalid` if there is no reason, `not_found` if stock is added to an unknown bolt, and `conflict` if there
 * is not enough stock to remove.
 */
export async function correctVariant(
  tx: Tx,
  row: StockRow,
  { change, boltNumber, reason }: { change: number; boltNumber?: number | undefined; reason: string },
  at: number,
): Promise<StockRow> {
  const note = reason.trim();
  if (note === '') throw new ShopError('invalid', REASON_MISSING, { reason: REASON_MISSING });
  const cause = { why: 'correction', at, note } as const;
  // Stryker disable next-line EqualityOperator: the callers reject a change of 0
  if (change > 0) await addStock(tx, row, change, boltNumber, cause);
  else await removeStock(tx, row, -change, boltNumber, cause);
  await refreshStock(tx, [{ productId: row.product_id, slug: row.product, affectsListing: true }]);
  const after = await findStockRow(tx, row.id);
  await recordStockChange(tx, { action: 'correct stock', before: row, after, at, reason: note });
  return after;
}

/**
 * Returns the change in pieces or centimetres. Throws a ShopError `invalid` if the difference is 0, is not a whole
 * number of pieces, or is for a bolt of a product that has no bolts.
 */
function changeOf({ sell_unit }: StockRow, difference: number, boltNumber: number | undefined): number {
  const change = sell_unit === 'metre' ? toCm(difference) : difference;
  if (!Number.isSafeInteger(change)) throw new ShopError('invalid', 'Enter a whole number of pieces.');
  if (change === 0) throw new ShopError('invalid', 'The difference must not be 0.');
  if (boltNumber !== undefined && sell_unit === 'piece') throw new ShopError('invalid', 'Only cloth has bolts.');
  return change;
}

async function addStock(tx: Tx, row: StockRow, quantity: number, boltNumber: number | undefined, cause: StockCause) {
  const positions = row.bolts.map(({ position }) => position);
  if (boltNumber !== undefined && !positions.includes(boltNumber - 1))
    throw new ShopError('not_found', `${nameOf(row)} has no bolt ${boltNumber}.`);
  const position = boltNumber === undefined ? Math.max(-1, ...positions) + 1 : boltNumber - 1;
  await putBackStock(tx, { variantId: row.id, sellUnit: row.sell_unit, quantity }, position, cause);
}

async function removeStock(tx: Tx, row: StockRow, quantity: number, boltNumber: number | undefined, cause: StockCause) {
  if (boltNumber === undefined) {
    if (!(await deductStock(tx, { variantId: row.id, sellUnit: row.sell_unit, quantity }, cause)))
      throw new ShopError('conflict', shortageMessage(row, quantity));
    return;
  }
  if (!(await cutBolt(tx, { variantId: row.id, quantity }, boltNumber - 1))) {
    throw new ShopError('conflict', shortageMessage(row, quantity, boltNumber));
  }
  await addLedgerLines(tx, [{ variantId: row.id, change: -quantity }], cause);
}

function shortageMessage(row: StockRow, quantity: number, boltNumber?: number): string {
  if (row.sell_unit === 'piece') return `${nameOf(row)} has ${row.quantity} in stock, fewer than ${quantity}.`;
  const subject = boltNumber === undefined ? 'No bolt' : `Bolt ${boltNumber}`;
  return `${subject} of ${nameOf(row)} ${boltNumber === undefined ? 'is' : 'is not'} as long as ${metresText(quantity)}.`;
}

function nameOf({ sku, product }: StockRow): string {
  return sku ?? product;
}
