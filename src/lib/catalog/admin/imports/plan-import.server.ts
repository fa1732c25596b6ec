import { compareFile } from '#lib/catalog/admin/imports/compare-file.server.ts';
import type { ImportShop } from '#lib/catalog/admin/imports/import-shop.ts';
import type { PlanRow } from '#lib/catalog/admin/imports/plan-rows.ts';
import type { PreviewReport } from '#lib/catalog/admin/imports/stored-import.ts';
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
    await new ImportPlanner(shop, storedImport, signal).run();
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

class ImportPlanner {
  readonly #shop: ImportShop;
  readonly #storedImport: CatalogueImportTable;
  readonly #signal: AbortSignal | undefined;
  #position = 0;

  constructor(shop: ImportShop, storedImport: CatalogueImportTable, signal: AbortSignal | undefined) {
    this.#shop = shop;
    this.#storedImport = storedImport;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    const { undoes } = this.#storedImport;
    const { problem = null, report = null } =
      undoes === null
        ? await compareFile(this.#shop, this.#storedImport, (rows) => this.#addRows(rows))
        : await this.#planUndo(undoes);
    const report_json = JSON.stringify(report);
    await transaction(this.#shop.db, (tx) =>
      this.#update(tx, { state: 'planned', planner: null, problem, report_json }),
    );
  }

  async #planUndo(undoes: string): Promise<{ problem?: string; report?: PreviewReport }> {
    for await (const rows of undoRows(this.#shop.db, undoes)) await this.#addRows(rows);
    return {};
  }

  async #addRows(rows: readonly PlanRow[]): Promise<void> {
    if (this.#signal?.aborted) throw new PlanAbortedError();
    const completeRows = rows.map((row, index) => ({
      ...row,
      import_id: this.#storedImport.id,
      position: this.#position + index,
    }));
    await transaction(this.#shop.db, async (tx) => {
      await this.#update(tx, {});
      await insertRows(tx, 'catalogue_import_row', completeRows);
    });
    this.#position += rows.length;
  }

  async #update(tx: Tx, changedColumns: Partial<CatalogueImportTable>): Promise<void> {
    const { numUpdatedRows } = await tx
      .updateTable('catalogue_import')
      .set({ ...changedColumns, updated_at: this.#shop.now() })
      .where('id', '=', this.#storedImport.id)
      .where('planner', '=', this.#storedImport.planner)
      .where('state', '=', 'planning')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new PlanAbortedError();
  }
}
