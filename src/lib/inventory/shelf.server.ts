import { sql } from 'kysely';
import { noteStock, type StockCause } from '#lib/inventory/stock-ledger.server.ts';
import { chunks, insertChunks } from '#lib/platform/db/chunks.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { VariantTable } from '#lib/platform/db/tables.ts';

/** Only this file and `stock.server.ts` write stock, each with its line in the ledger. */

export interface Stock {
  quantity: number;
  boltsCm: readonly number[];
}

/** The new ids follow each other, with no other ids between them. */
export async function addVariants(
  tx: Tx,
  rows: VariantTable[],
  boltsCm: ReadonlyMap<number, readonly number[]>,
  { why, at, note }: StockCause,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  for (const part of insertChunks(rows)) await tx.insertInto('variant').values(part).execute();
  await insertBolts(
    tx,
    rows.flatMap(({ id }) => boltRows(id, boltsCm.get(id) ?? [])),
  );
  // Read from the variants: sending so many lines would take an import twice as long.
  await sql`insert into stock_ledger (variant_id, at, change, why, note)
    select id, cast(${at} as bigint), quantity, ${why}, ${note ?? null} from variant
    where id between ${first.id} and ${rows.at(-1)?.id ?? first.id} and quantity <> 0 order by id`.execute(tx);
}

export async function changeVariant(
  tx: Tx,
  id: number,
  { quantity: _own, ...columns }: Omit<VariantTable, 'id'>,
): Promise<void> {
  await tx.updateTable('variant').set(columns).where('id', '=', id).execute();
}

export async function replaceStock(
  tx: Tx,
  variantId: number,
  { quantity, boltsCm }: Stock,
  cause: StockCause,
): Promise<void> {
  // Locks the row: a buyer of the same variant waits, then sees what is there now.
  const before = await tx
    .updateTable('variant')
    .set({ quantity: sql<number>`quantity` })
    .where('id', '=', variantId)
    .returning('quantity')
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('bolt').where('variant_id', '=', variantId).execute();
  await insertBolts(tx, boltRows(variantId, boltsCm));
  await tx.updateTable('variant').set({ quantity }).where('id', '=', variantId).execute();
  await noteStock(tx, [{ variantId, change: quantity - before.quantity }], cause);
}

export async function removeVariants(tx: Tx, variantIds: readonly number[], cause: StockCause): Promise<void> {
  for (const ids of chunks(variantIds, 500)) {
    await tx.deleteFrom('bolt').where('variant_id', 'in', ids).execute();
    const gone = await tx.deleteFrom('variant').where('id', 'in', ids).returning(['id', 'quantity']).execute();
    const moves = gone.map(({ id, quantity }) => ({ variantId: id, change: -quantity }));
    await noteStock(tx, moves, { ...cause, why: 'removed' });
  }
}

function boltRows(variant_id: number, boltsCm: readonly number[]) {
  return boltsCm.map((length_cm, position) => ({ variant_id, position, length_cm }));
}

async function insertBolts(tx: Tx, bolts: ReturnType<typeof boltRows>): Promise<void> {
  for (const part of insertChunks(bolts)) await tx.insertInto('bolt').values(part).execute();
}
