import { compareFile } from '#lib/catalog/admin/imports/compare-file.server.ts';
import type { PlanRow } from '#lib/catalog/admin/imports/plan-rows.ts';
import type { ImportShop } from '#lib/catalog/admin/imports/stored-import.ts';
import { undoRows } from '#lib/catalog/admin/imports/undo-rows.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import { insertRows } from '#lib/platform/db/insert-rows.server.ts';
import type { CatalogueImportTable } from '#lib/platform/db/tables/import.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { newId } from '#lib/platform/tokens.server.ts';
import { MINUTE_MS } from '#lib/primitives/durations.ts';

/** The time without progress after which the process that creates the preview is considered dead. */
const PLANNER_TIMEOUT_MS = MINUTE_MS;

/**
 * Creates the preview of an import or an undo, and stores its rows. If the process is killed, another process starts
 * over. Does nothing if there is no preview to create, or if another process is already creating it.
 */
export async function planImport(shop: ImportShop, id: string, signal?: AbortSignal): Promise<void> {
  const storedImport = await claimPreview(shop, id);
  if (!storedImport) return;
  try {
    await createPreview(shop, storedImport, signal);
  } catch (error) {
    // The claim is released, so that the next attempt need not wait.
    await shop.db.write
      .updateTable('catalogue_import')
      .set({ planner: null })
      .where('planner', '=', storedImport.planner)
      .execute();
    if (!(error instanceof PlanAbortedError)) throw error;
  }
}

/** Thrown if the shop is stopping or another process has taken over this preview. */
class PlanAbortedError extends Error {}

async function claimPreview(shop: ImportShop, id: string): Promise<CatalogueImportTable | undefined> {
  const at = shop.now();
  return transaction(shop.db, async (tx) => {
    const row = await tx
      .updateTable('catalogue_import')
      .set({ planner: newId(), updated_at: at })
      .where('id', '=', id)
      .where('state', '=', 'planning')
      .where((eb) =>
        eb.or([
          eb('planner', 'is', null),
          eb('updated_at', '<', at - PLANNER_TIMEOUT_MS),
          // In this case, the clock has been set back.
          eb('updated_at', '>', at + PLANNER_TIMEOUT_MS),
        ]),
      )
      .returningAll()
      .executeTakeFirst();
    if (row) await tx.deleteFrom('catalogue_import_row').where('import_id', '=', id).execute();
    return row;
  });
}

/** Stores the rows of the preview, and then marks it as planned. Throws a PlanAbortedError if it must not continue. */
async function createPreview(
  shop: ImportShop,
  storedImport: CatalogueImportTable,
  signal?: AbortSignal,
): Promise<void> {
  const { id, undoes } = storedImport;
  let position = 0;
  async function addRows(rows: readonly PlanRow[]): Promise<void> {
    if (signal?.aborted) throw new PlanAbortedError();
    const completeRows = rows.map((row) => ({ ...row, import_id: id, position: position++ }));
    await transaction(shop.db, async (tx) => {
      await updatePreview(tx, shop, storedImport, {});
      await insertRows(tx, 'catalogue_import_row', completeRows);
    });
  }
  let result: Partial<Awaited<ReturnType<typeof compareFile>>> = {};
  if (undoes === null) result = await compareFile(shop, storedImport, addRows);
  else for await (const rows of undoRows(shop.db, undoes)) await addRows(rows);
  const { problem = null, report = null } = result;
  const report_json = JSON.stringify(report);
  await transaction(shop.db, (tx) =>
    updatePreview(tx, shop, storedImport, { state: 'planned', planner: null, problem, report_json }),
  );
}

async function updatePreview(
  tx: Tx,
  { now }: ImportShop,
  { id, planner }: CatalogueImportTable,
  changedColumns: Partial<CatalogueImportTable>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('catalogue_import')
    .set({ ...changedColumns, updated_at: now() })
    .where('id', '=', id)
    .where('planner', '=', planner)
    .where('state', '=', 'planning')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new PlanAbortedError();
}
