import { sql } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { readNote, saveNote } from '#lib/platform/db/installation-notes.server.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';

const NOTE = 'stock of products';
const LINES_AT_ONCE = 500;
/** A line may become visible after later ones, and counting a product twice changes nothing. */
const OVERLAP = 200;

/**
 * Brings the stock by which the owner's list is sorted up to date with the ledger, outside the checkout, so that buyers of
 * one product don't wait for each other. Returns the number of ledger lines.
 */
export async function followStock(db: ShopDatabase, at: number, signal?: AbortSignal): Promise<number> {
  const newest = await newestLine(db);
  const note = await readNote(db, NOTE);
  // The migration and imports store the stock themselves.
  let done = note ? Number(note.value) : newest;
  if (note && done >= newest) return 0;
  const first = done;
  while (done < newest && !signal?.aborted) {
    const to = Math.min(newest, done + LINES_AT_ONCE);
    const from = done - OVERLAP;
    await transaction(db, (tx) => countStock(tx, from, to));
    done = to;
  }
  await saveNote(db, NOTE, String(done), at);
  return done - first;
}

async function newestLine({ write }: ShopDatabase): Promise<number> {
  const line = await write.selectFrom('stock_ledger').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return line?.id ?? 0;
}

async function countStock(tx: Tx, from: number, to: number): Promise<void> {
  const stock = sql<number>`(select coalesce(sum(quantity), 0) from variant where product_id = product_summary.id)`;
  await tx
    .updateTable('product_summary')
    .set({ stock })
    .where('id', 'in', (of) =>
      of
        .selectFrom('stock_ledger')
        .innerJoin('variant', 'variant.id', 'stock_ledger.variant_id')
        .select('variant.product_id')
        .where('stock_ledger.id', '>', from)
        .where('stock_ledger.id', '<=', to),
    )
    .where('stock', '<>', stock)
    .execute();
}
