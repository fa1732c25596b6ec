import { refreshStock } from '#lib/catalog/inventory/stock.server.ts';
import type { StockCause } from '#lib/catalog/inventory/stock-ledger.server.ts';
import { replaceStock, type Stock } from '#lib/catalog/inventory/write-variants.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';
import { toCm } from '#lib/primitives/metres.ts';

/**
 * The stock of a variant. `product` is the slug of the product. `bolts` are the bolts that are not empty, with positions
 * counted from 0.
 */
export type StockRow = Awaited<ReturnType<typeof stockRows>>[number];

/**
 * Reads the stock of variants. `identifier` is the slug of a product, or the SKU or id of a variant; a number is always
 * the id of a variant. Throws a ShopError `not_found` if there is no such product or variant.
 */
export async function stockRows(db: Pick<Tx, 'selectFrom'>, identifier: string | number) {
  const id = /^\d{1,15}$/.test(String(identifier)) ? Number(identifier) : -1;
  const rows = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product_id', 'slug as product', 'sku', 'variant.name', 'sell_unit', 'shelf', 'quantity'])
    .where((eb) =>
      typeof identifier === 'number'
        ? eb('variant.id', '=', id)
        : eb.or([eb('slug', '=', identifier), eb('sku', '=', identifier), eb('variant.id', '=', id)]),
    )
    .orderBy('product_id')
    .orderBy('position')
    .execute();
  if (rows.length === 0)
    throw new ShopError(
      'not_found',
      `No product or variant is called ${identifier}.${didYouMean(String(identifier), await slugsAndSkus(db))}`,
    );
  const bolts = await db
    .selectFrom('bolt')
    .selectAll()
    .where(
      'variant_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    ...row,
    shelf: row.shelf ?? null,
    bolts: bolts.filter(({ variant_id, length_cm }) => variant_id === row.id && length_cm > 0),
  }));
}

/**
 * Reads the stock of one variant. Throws a ShopError `not_found` if there is no such product or variant, and `invalid`
 * if several variants match.
 */
export async function findStockRow(tx: Tx, identifier: string | number): Promise<StockRow> {
  const [row, otherRow] = await stockRows(tx, identifier);
  if (!row || otherRow) throw new ShopError('invalid', 'That product has several variants. Name one by its SKU or id.');
  return row;
}

/**
 * Sets the stock of one variant after a count. `amounts` contains the number of pieces, or the length of each bolt in
 * metres. Returns the new stock. Throws a ShopError `not_found` if there is no such product or variant, and `invalid`
 * if several variants match or the number of pieces is not a single whole number.
 */
export function setStock(
  db: ShopDatabase,
  identifier: string,
  amounts: readonly number[],
  cause: StockCause,
): Promise<StockRow[]> {
  return transaction(db, async (tx) => {
    const row = await findStockRow(tx, identifier);
    await replaceStock(tx, new Map([[row.id, countedStock(row.sell_unit, amounts)]]), cause);
    await refreshStock(tx, [{ productId: row.product_id, slug: row.product, affectsListing: true }]);
    const after = await findStockRow(tx, row.id);
    await recordStockChange(tx, { action: 'set stock', before: row, after, at: cause.at });
    return [after];
  });
}

/**
 * Records a stock change by staff in the audit log, with the old and new quantity and the old and new bolts of cloth.
 */
export async function recordStockChange(
  tx: Tx,
  {
    action,
    before,
    after,
    at,
    reason,
  }: { action: string; before: StockRow; after: StockRow; at: number; reason?: string },
): Promise<void> {
  const stockOf = ({ quantity, bolts }: StockRow) => ({ quantity, bolts_cm: bolts.map(({ length_cm }) => length_cm) });
  const event = {
    action,
    record: { kind: 'product', id: before.product },
    before: stockOf(before),
    // The variant must be named, because the record in the audit log is the product.
    after: { ...stockOf(after), ...(reason && { reason }), variant: before.sku ?? String(before.id) },
  };
  await recordAudit(tx, event, at);
}

async function slugsAndSkus(db: Pick<Tx, 'selectFrom'>): Promise<string[]> {
  const products = await db.selectFrom('product').select('slug as name').execute();
  const variants = await db.selectFrom('variant').select('sku as name').where('sku', 'is not', null).execute();
  return [...products, ...variants].flatMap(({ name }) => name ?? []);
}

/**
 * Returns the stock after a count. `amounts` contains the number of pieces, or the length of each bolt in metres. For a
 * product that is sold by the piece, throws a ShopError `invalid` if `amounts` is not a single whole number.
 */
export function countedStock(sellUnit: 'piece' | 'metre', amounts: readonly number[]): Stock {
  if (sellUnit === 'metre') {
    const boltsCm = amounts.map(toCm);
    return { quantity: boltsCm.reduce((sum, cm) => sum + cm, 0), boltsCm };
  }
  const [pieces = Number.NaN, ...otherAmounts] = amounts;
  if (otherAmounts.length > 0 || !Number.isInteger(pieces)) {
    throw new ShopError('invalid', 'Enter a whole number of pieces.');
  }
  return { quantity: pieces, boltsCm: [] };
}
