import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

const PROGRESS_NOTE = 'stock of products';
const LINES_PER_BATCH = 500;
/**
 * The number of earlier lines that are read again, because a line may become visible after later lines. Recomputing a
 * product twice is harmless.
 */
const OVERLAP_LINES = 200;

/**
 * Updates the stock by which the admin's list of products is sorted, for products with new ledger lines. This is not
 * done during a checkout, so that buyers of the same product don't wait for each other. Returns the number of processed
 * lines.
 */
export async function updateProductStock(db: ShopDatabase, at: number, signal?: AbortSignal): Promise<number> {
  const newestId = await newestLineId(db);
  const note = await readNote(db, PROGRESS_NOTE);
  // Lines before the first run need no update, because migration 0061 and imports store the stock themselves.
  let lastId = note ? Number(note.value) : newestId;
  if (note && lastId >= newestId) return 0;
  const startId = lastId;
  while (lastId < newestId && !signal?.aborted) {
    const upToId = Math.min(newestId, lastId + LINES_PER_BATCH);
    const afterId = lastId - OVERLAP_LINES;
    await transaction(db, (tx) => recomputeStock(tx, afterId, upToId));
    lastId = upToId;
  }
  await saveNote(db, PROGRESS_NOTE, String(lastId), at);
  return lastId - startId;
}

async function newestLineId({ write }: ShopDatabase): Promise<number> {
  const line = await write.selectFrom('stock_ledger').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return line?.id ?? 0;
}

async function recomputeStock(tx: Tx, afterId: number, upToId: number): Promise<void> {
  const stock = sql<number>`(select coalesce(sum(quantity), 0) from variant where product_id = product_summary.id)`;
  await tx
    .updateTable('product_summary')
    .set({ stock })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('stock_ledger')
        .innerJoin('variant', 'variant.id', 'stock_ledger.variant_id')
        .select('variant.product_id')
        .where('stock_ledger.id', '>', afterId)
        .where('stock_ledger.id', '<=', upToId),
    )
    .where('stock', '<>', stock)
    .execute();
}
