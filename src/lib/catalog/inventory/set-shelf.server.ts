import { type StockRow, stockRows } from '#lib/catalog/inventory/set-stock.server.ts';
import { changeShelf } from '#lib/catalog/inventory/write-variants.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { oneLine } from '#lib/primitives/name.ts';

const SHELF_MAX_CHARACTERS = 40;

/**
 * Sets the shelf, such as `A-3`, of a variant or of every variant of a product. An empty string removes the shelf.
 * Returns the changed rows. Throws a ShopError `not_found` if there is no such product or variant, and `invalid` if
 * the text is too long.
 */
export async function setShelf(db: ShopDatabase, identifier: string, input: string, at: number): Promise<StockRow[]> {
  return transaction(db, async (tx) => {
    const changedRows: StockRow[] = [];
    for (const row of await stockRows(tx, identifier)) changedRows.push(await setVariantShelf(tx, row, input, at));
    return changedRows;
  });
}

/**
 * Stores the shelf of one variant, and adds an entry to the audit log. Returns the changed row. Throws a ShopError:
 * `invalid` if the text is too long.
 */
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
