import { setTimeout as wait } from 'node:timers/promises';
import { planImport } from '#lib/catalog/admin/imports/plan-import.server.ts';
import { outdatedPreviewError, readImport } from '#lib/catalog/admin/imports/read-import.server.ts';
import { loadStepPictures } from '#lib/catalog/admin/imports/step-pictures.server.ts';
import { type ImportRules, type ImportShop, mappingsOf } from '#lib/catalog/admin/imports/stored-import.ts';
import { writeImportRows } from '#lib/catalog/admin/imports/write-import-rows.server.ts';
import { saveMappings } from '#lib/catalog/import/sheet/mappings.server.ts';
import { currentActor, runAsStoredActor } from '#lib/platform/actor/actor.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { CatalogueImportRowTable, CatalogueImportTable, ImportState } from '#lib/platform/db/tables/import.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

/** The number of rows per step. It is low, so that other writers to the database wait only milliseconds. */
const ROWS_PER_STEP = 10;
/** A pause is three times as long as the step before it, which leaves three quarters of the time to shoppers. */
const PAUSE_FACTOR = 3;
const MIN_PAUSE_MS = 10;
/** The number of steps that the request itself runs, so that the result of a small file is shown immediately. */
const STEPS_PER_REQUEST = 2;

/**
 * Starts an import after its preview, or continues it after a stop. Throws `not_found` if there is no such import, and
 * `conflict` if the import has changed since `version`, is neither `planned` nor `stopped`, or has an unreadable file.
 */
export async function startImport(shop: ImportShop, id: string, version: number): Promise<void> {
  const { options_json, undoes } = await readImport(shop.db, id);
  const fileKey = await transaction(shop.db, (tx) => markStarted(tx, shop, id, version));
  if (undoes === null) await saveMappings(shop.db, mappingsOf(JSON.parse(options_json) as ImportRules), shop.now());
  if (fileKey !== null) await shop.files.remove(fileKey);
  for (let steps = 0; steps < STEPS_PER_REQUEST; steps++) await runStep(shop, id, { mayFetch: false });
}

/**
 * Marks the import as running. Returns the key of the file, which is no longer needed, or null if no file is stored.
 * Throws `conflict` if the import can't be started.
 */
async function markStarted(tx: Tx, { now }: ImportShop, id: string, version: number): Promise<string | null> {
  const storedImport = await tx
    .updateTable('catalogue_import')
    .set({ state: 'running', actor_json: JSON.stringify(currentActor() ?? null), updated_at: now() })
    .where('id', '=', id)
    .where('state', 'in', ['planned', 'stopped'])
    .where('problem', 'is', null)
    .where('updated_at', '=', version)
    .returning(['file_key', 'file_name', 'undoes'])
    .executeTakeFirst();
  if (!storedImport) throw outdatedPreviewError();
  await tx.updateTable('catalogue_import').set({ file_key: null }).where('id', '=', id).execute();
  await recordAudit(tx, { action: `${actionOf(storedImport)} (started)`, record: recordOf(storedImport) }, now());
  return storedImport.file_key;
}

function actionOf({ undoes }: Pick<CatalogueImportTable, 'undoes'>): string {
  return undoes === null ? 'import products' : 'undo import of products';
}

function recordOf({ file_name }: Pick<CatalogueImportTable, 'file_name'>) {
  return { kind: 'import', id: file_name };
}

/**
 * Stops an import after the rows that are being written. Throws `not_found` if there is no such import, and `conflict`
 * if it is not running.
 */
export async function stopImport({ db, now }: ImportShop, id: string): Promise<void> {
  // This call throws `not_found` if there is no such import.
  await readImport(db, id);
  const { numUpdatedRows } = await db.write
    .updateTable('catalogue_import')
    .set({ state: 'stopped', updated_at: now() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ShopError('conflict', 'This import has already ended.');
}

/**
 * Creates all missing previews, one after the other, until `signal` is aborted. Large previews take a long time, so
 * running imports don't wait for them.
 */
export async function planImports(shop: ImportShop, signal: AbortSignal): Promise<void> {
  for (const { id } of await importsInState(shop, 'planning')) {
    if (signal.aborted) return;
    await planImport(shop, id, signal);
  }
}

/**
 * Continues all running imports in turn until all have ended or `signal` is aborted, with pauses that leave time for
 * shoppers. Several processes may do this at the same time. A record and its row are changed in the same transaction,
 * so they match even after a process was killed.
 */
export async function runImports(shop: ImportShop, signal: AbortSignal): Promise<void> {
  for (;;) {
    const imports = await importsInState(shop, 'running');
    if (imports.length === 0) return;
    for (const { id, actor_json } of imports) {
      if (signal.aborted) return;
      const startedAt = performance.now();
      await runAsStoredActor(actor_json, () => runStep(shop, id, { mayFetch: true }));
      await wait(Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt)));
    }
  }
}

function importsInState({ db }: ImportShop, state: ImportState) {
  return db.write
    .selectFrom('catalogue_import')
    .select(['id', 'actor_json'])
    .where('state', '=', state)
    .orderBy('created_at')
    .execute();
}

/**
 * Writes the next rows in one transaction, each with its result. The pictures of these rows are loaded first; if a
 * picture is on the web and `mayFetch` is false, nothing happens.
 */
async function runStep(shop: ImportShop, id: string, options: { mayFetch: boolean }): Promise<void> {
  const nextRows = await waitingRows(shop.db.write, id);
  const pictures = await loadStepPictures(shop, nextRows, options);
  if (!pictures) return;
  await transaction(shop.db, async (tx) => {
    // This update locks the import, so a request to stop the import waits until these rows are written.
    const storedImport = await tx
      .updateTable('catalogue_import')
      .set({ state: 'running', updated_at: shop.now() })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .returningAll()
      .executeTakeFirst();
    if (!storedImport) return;
    const rows = await waitingRows(tx, id);
    // In this case, another process has written the rows for which the pictures were loaded.
    if (rows.length > 0 && rows[0]?.position !== nextRows[0]?.position) return;
    if (rows.length > 0) await writeImportRows(tx, shop, storedImport, rows, pictures);
    if (rows.length < ROWS_PER_STEP) await finishImport(tx, shop, storedImport);
  });
}

async function finishImport(tx: Tx, { now }: ImportShop, storedImport: CatalogueImportTable): Promise<void> {
  await tx.updateTable('catalogue_import').set({ state: 'done' }).where('id', '=', storedImport.id).execute();
  const groups = await tx
    .selectFrom('catalogue_import_row')
    .select(({ fn }) => ['state', 'effect', fn.countAll<number>().as('count')])
    .where('import_id', '=', storedImport.id)
    .groupBy(['state', 'effect'])
    .orderBy('state')
    .orderBy('effect')
    .execute();
  const words = { waiting: 'waiting', done: 'written', failed: 'not written' } as const;
  const after = Object.fromEntries(
    groups.map(({ state, effect, count }) => [`${effect}, ${words[state]}`, Number(count)]),
  );
  await recordAudit(tx, { action: actionOf(storedImport), record: recordOf(storedImport), after }, now());
}

function waitingRows(db: Pick<Tx, 'selectFrom'>, id: string): Promise<CatalogueImportRowTable[]> {
  return db
    .selectFrom('catalogue_import_row')
    .selectAll()
    .where('import_id', '=', id)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(ROWS_PER_STEP)
    .execute();
}
