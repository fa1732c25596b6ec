import { type StockRow, stockRows } from '#lib/catalog/inventory/set-stock.server.ts';
import { changeShelf } from '#lib/catalog/inventory/write-variants.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { oneLine } from '#lib/primitives/name.ts';

const SHELF_MAX_CHARACTERS = 40;

/**
 * Sets where a variant, or every variant of a product, is stored, such as `A-3`. An empty string removes the shelf.
 * Throws `not_found` and `invalid`.
 */
export async function setShelf(db: ShopDatabase, identifier: string, input: string, at: number): Promise<StockRow[]> {
  return transaction(db, async (tx) => {
    const changedRows: StockRow[] = [];
    for (const row of await stockRows(tx, identifier)) changedRows.push(await setVariantShelf(tx, row, input, at));
    return changedRows;
  });
}

/** Checks and stores the shelf of one variant, with an entry in the audit log. Throws `invalid`. */
export async function setVariantShelf(tx: Tx, row: StockRow, input: string, at: number): Promise<StockRow> {
  const shelf = oneLine(input) || null;
  if (shelf !== null && shelf.length > SHELF_MAX_CHARACTERS) {
    const message = `A shelf can have at most ${SHELF_MAX_CHARACTERS} characters.`;
    throw new ShopError('invalid', message, { shelf: message });
  }
  await changeShelf(tx, row.id, shelf);
  const record = { kind: 'product', id: row.product };
  const after = { shelf, variant: row.sku ?? String(row.id) };
  await recordAudit(tx, { action: 'set shelf', record, before: { shelf: row.shelf }, after }, at);
  return { ...row, shelf };
}
