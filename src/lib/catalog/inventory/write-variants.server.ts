import { sql } from 'kysely';
import { addLedgerLines, type StockCause } from '#lib/catalog/inventory/stock-ledger.server.ts';
import { chunks } from '#lib/platform/db/chunks.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { insertRows } from '#lib/platform/db/insert-rows.server.ts';
import type { VariantTable } from '#lib/platform/db/query/tables.ts';
import { valuesTable } from '#lib/platform/db/values-table.server.ts';

// Only this file and `stock.server.ts` write stock. Both add the ledger lines, except that the caller of `cutBolt` must
// add the line.

export interface Stock {
  quantity: number;
  boltsCm: readonly number[];
}

/** Adds variants with their stock. The ids of `rows` must be consecutive. */
export async function addVariants(
  tx: Tx,
  rows: VariantTable[],
  boltsCm: ReadonlyMap<number, readonly number[]>,
  { why, at, note }: StockCause,
): Promise<void> {
  const [firstRow, lastRow] = [rows[0], rows.at(-1)];
  if (!firstRow || !lastRow) return;
  await insertRows(tx, 'variant', rows);
  const bolts = rows.flatMap(({ id }) => boltRows(id, boltsCm.get(id) ?? []));
  await insertRows(tx, 'bolt', bolts);
  // The lines are selected from the variants, because sending them would double the time of an import.
  await sql`insert into stock_ledger (variant_id, at, change, why, note)
    select id, cast(${at} as bigint), quantity, ${why}, ${note ?? null} from variant
    where id between ${firstRow.id} and ${lastRow.id} and quantity <> 0 order by id`.execute(tx);
}

/** Updates all columns of existing variants to the values in `rows`, except the stock. */
export async function changeVariants(tx: Tx, rows: VariantTable[]): Promise<void> {
  const updatedColumns = Object.keys(rows[0] ?? {}).filter((column) => column !== 'id' && column !== 'quantity');
  await insertRows(tx, 'variant', rows, updatedColumns);
}

/** Sets the stock of existing variants, and adds ledger lines. Throws if a variant does not exist. */
export async function replaceStock(tx: Tx, stocks: ReadonlyMap<number, Stock>, cause: StockCause): Promise<void> {
  // Stryker disable next-line MethodExpression,ArrowFunction,ArithmeticOperator: prevents a deadlock of two imports
  const sortedStocks = [...stocks].sort(([a], [b]) => a - b);
  for (const batch of chunks(sortedStocks, 500)) {
    const ids = batch.map(([id]) => id);
    const lockedRows = await lockStock(tx, ids);
    if (lockedRows.length < ids.length) throw new Error('cannot replace stock: variant not found');
    const oldQuantities = new Map(lockedRows.map(({ id, quantity }) => [id, quantity]));
    await tx.deleteFrom('bolt').where('variant_id', 'in', ids).execute();
    const bolts = batch.flatMap(([id, { boltsCm }]) => boltRows(id, boltsCm));
    await insertRows(tx, 'bolt', bolts);
    const quantities = batch.map(([id, { quantity }]) => [id, quantity] as const);
    await sql`update variant set quantity = given.column2
      from ${valuesTable(quantities)} where variant.id = given.column1`.execute(tx);
    const moves = quantities.map(([variantId, quantity]) => ({
      variantId,
      change: quantity - oldQuantities.get(variantId)!,
    }));
    await addLedgerLines(tx, moves, cause);
  }
}

/** Sets the shelf of a variant. The stock does not change. */
export async function changeShelf(tx: Tx, id: number, shelf: string | null): Promise<void> {
  await tx.updateTable('variant').set({ shelf }).where('id', '=', id).execute();
}

/** Locks the variants until the transaction ends. Returns the stock of each variant, in pieces or centimetres. */
export function lockStock(tx: Tx, ids: readonly number[]): Promise<{ id: number; quantity: number }[]> {
  return tx
    .updateTable('variant')
    .set({ quantity: sql<number>`quantity` })
    .where('id', 'in', ids)
    .returning(['id', 'quantity'])
    .execute();
}

/** Deletes variants and their bolts. Adds a ledger line for each variant, even if it had no stock. */
export async function removeVariants(tx: Tx, variantIds: readonly number[], cause: StockCause): Promise<void> {
  for (const ids of chunks(variantIds, 500)) {
    await tx.deleteFrom('bolt').where('variant_id', 'in', ids).execute();
    const deletedRows = await tx.deleteFrom('variant').where('id', 'in', ids).returning(['id', 'quantity']).execute();
    const moves = deletedRows.map(({ id, quantity }) => ({ variantId: id, change: -quantity }));
    await addLedgerLines(tx, moves, { ...cause, why: 'removed' });
  }
}

function boltRows(variant_id: number, boltsCm: readonly number[]) {
  return boltsCm.map((length_cm, position) => ({ variant_id, position, length_cm }));
}
