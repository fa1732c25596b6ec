import { type StockRow, stockRows } from '#lib/catalog/inventory/set-stock.server.ts';
import { changeShelf } from '#lib/catalog/inventory/shelf.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { oneLine } from '#lib/primitives/name.ts';

const SHELF_MAX_CHARACTERS = 40;

/**
 * Where a variant, or all variants of a product, are stored, such as `A-3`. An empty text removes the shelf. Throws
 * `not_found` and `invalid`.
 */
export async function setShelf(db: ShopDatabase, what: string, typed: string, at: number): Promise<StockRow[]> {
  const shelf = oneLine(typed) || null;
  if (shelf !== null && shelf.length > SHELF_MAX_CHARACTERS)
    throw new ShopError('invalid', `A shelf has at most ${SHELF_MAX_CHARACTERS} characters.`);
  return transaction(db, async (tx) => {
    const rows = await stockRows(tx, what);
    for (const { id, shelf: before } of rows) {
      await changeShelf(tx, id, shelf);
      const record = { kind: 'variant', id: String(id) };
      await recordAudit(tx, { action: 'set shelf', record, before: { shelf: before }, after: { shelf } }, at);
    }
    return rows.map((row) => ({ ...row, shelf }));
  });
}
