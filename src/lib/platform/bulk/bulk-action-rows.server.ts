import type { Insertable, Selectable } from 'kysely';
import type { ShopDatabase, Tx } from '#lib/platform/db/db.server.ts';
import { insertRows } from '#lib/platform/db/insert-rows.server.ts';
import type { BulkActionRowTable, BulkActionTable } from '#lib/platform/db/tables/bulk-actions.ts';
import { isShopError, ShopError } from '#lib/platform/errors/shop-error.ts';

export type BulkAction = Selectable<BulkActionTable>;
export type BulkActionRow = BulkActionRowTable;

type NewRow = Pick<BulkActionRow, 'record_id'> & Partial<BulkActionRow>;
type RowResult = { state: 'done'; done_version?: number } | { state: 'failed'; message: string };

/** Stores a bulk action; its rows are added afterwards. */
export async function addBulkAction(tx: Tx, action: Insertable<BulkActionTable>): Promise<void> {
  await tx.insertInto('bulk_action').values(action).execute();
}

/** Adds rows to a bulk action. By default their positions start at `firstPosition` and their state is `waiting`. */
export async function addBulkActionRows(
  tx: Tx,
  bulkActionId: string,
  firstPosition: number,
  rows: readonly NewRow[],
): Promise<void> {
  const completeRows = rows.map(
    (row, index): BulkActionRow => ({
      ...{ bulk_id: bulkActionId, position: row.position ?? firstPosition + index },
      ...{ record_id: row.record_id, version: row.version ?? 0 },
      ...{ tracking_number: row.tracking_number ?? null, state: row.state ?? 'waiting', message: row.message ?? null },
      ...{ done_version: null, before_json: row.before_json ?? null, after_json: row.after_json ?? null },
    }),
  );
  if (completeRows.length > 0) await insertRows(tx, 'bulk_action_row', completeRows);
}

/**
 * Stores the result of a waiting row, in the transaction of its change. Returns false if another process has finished
 * the row in the meantime.
 */
export async function finishBulkActionRow(
  db: Pick<Tx, 'updateTable'>,
  { bulk_id, position }: Pick<BulkActionRow, 'bulk_id' | 'position'>,
  result: RowResult,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_action_row')
    .set(result)
    .where('bulk_id', '=', bulk_id)
    .where('position', '=', position)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the next waiting rows of a bulk action, in order. */
export function waitingRows(db: Pick<Tx, 'selectFrom'>, bulkActionId: string, limit: number): Promise<BulkActionRow[]> {
  return db
    .selectFrom('bulk_action_row')
    .selectAll()
    .where('bulk_id', '=', bulkActionId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Marks the row as done. Must be called in the transaction that changes the row's record. */
export type MarkDone = (tx: Tx, doneVersion?: number) => Promise<void>;

/**
 * Changes the records of the next waiting rows, each in its own transaction together with its result. A record that
 * can't be changed is left as it is, and its row gets the message of the ShopError. Any other error is thrown.
 */
export async function runWaitingRows(
  { write }: Pick<ShopDatabase, 'write'>,
  bulkActionId: string,
  limit: number,
  change: (row: BulkActionRow, markDone: MarkDone) => Promise<unknown>,
): Promise<void> {
  for (const row of await waitingRows(write, bulkActionId, limit)) {
    try {
      await change(row, async (tx, doneVersion) => {
        const version = doneVersion === undefined ? {} : { done_version: doneVersion };
        const wasWaiting = await finishBulkActionRow(tx, row, { state: 'done', ...version });
        if (!wasWaiting) throw new ShopError('conflict', 'This row has already been processed.');
      });
    } catch (error) {
      if (!isShopError(error)) throw error;
      await finishBulkActionRow(write, row, { state: 'failed', message: error.message });
    }
  }
}

/**
 * Returns a bulk action. Throws a ShopError with the code `not_found` if the subject has no bulk action with this id.
 */
export async function readBulkAction(
  { write }: Pick<ShopDatabase, 'write'>,
  id: string,
  subject: BulkAction['subject'],
): Promise<BulkAction> {
  const query = write.selectFrom('bulk_action').selectAll().where('id', '=', id).where('subject', '=', subject);
  const bulkAction = await query.executeTakeFirst();
  if (!bulkAction) throw new ShopError('not_found', 'There is no such bulk action.');
  return bulkAction;
}
