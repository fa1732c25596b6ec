import { NO_FILE } from '#lib/catalog/admin/imports/import-file.ts';
import { planImport } from '#lib/catalog/admin/imports/plan-import.server.ts';
import { outdatedPreviewError, readImport } from '#lib/catalog/admin/imports/read-import.server.ts';
import type { ImportRules, ImportShop } from '#lib/catalog/admin/imports/stored-import.ts';
import { currentActor } from '#lib/platform/actor/actor.server.ts';
import { isOutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import type { CatalogueImportTable } from '#lib/platform/db/tables/import.ts';
import { transaction } from '#lib/platform/db/transaction.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';
import { FILE_KINDS } from '#lib/platform/files/storage/file-kinds.ts';
import type { UploadedFile } from '#lib/platform/files/storage/upload.ts';
import { newId } from '#lib/platform/tokens.server.ts';

/** The size of the largest file whose preview is created immediately. `planImports` creates other previews later. */
const MAX_IMMEDIATE_BYTES = 256 * 1024;
/** The number of rows up to which the preview of an undo is created immediately. */
const MAX_IMMEDIATE_ROWS = 200;

/**
 * Stores a file for an import. Creates the preview if the file is small; for a larger file, `planImports` creates it.
 * The catalogue does not change. Returns the id of the import. Throws `invalid` if there is no file.
 */
export async function beginImport(
  shop: ImportShop,
  rules: ImportRules,
  file: UploadedFile | undefined,
): Promise<string> {
  if (!file) throw new ShopError('invalid', NO_FILE, { file: NO_FILE });
  const { name, kind, path, bytes } = file;
  const file_key = await shop.files.add(path, FILE_KINDS[kind].types[0]);
  const id = newId();
  try {
    await addImport(shop, { id, file_key, file_name: name, file_bytes: bytes, options_json: JSON.stringify(rules) });
  } catch (error) {
    // If the row may exist, the file is kept. If the row is missing, `sweepUnusedFiles` removes the file later.
    if (!isOutcomeUnknown(error)) await shop.files.remove(file_key);
    throw error;
  }
  if (bytes <= MAX_IMMEDIATE_BYTES) await planImport(shop, id);
  return id;
}

/**
 * Creates the preview again with other rules; for a large file, `planImports` creates it. Throws `not_found` if there
 * is no such import, and `conflict` if it is an undo, if its preview has been replaced since `version`, or if it has
 * been started.
 */
export async function replanImport(shop: ImportShop, id: string, version: number, rules: ImportRules): Promise<void> {
  const { file_bytes } = await readImport(shop.db, id);
  const { numUpdatedRows } = await shop.db.write
    .updateTable('catalogue_import')
    .set({
      ...{ state: 'planning', planner: null, problem: null, report_json: null, updated_at: shop.now() },
      options_json: JSON.stringify(rules),
    })
    .where('id', '=', id)
    .where('undoes', 'is', null)
    .where('state', '=', 'planned')
    .where('updated_at', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw outdatedPreviewError();
  if (file_bytes <= MAX_IMMEDIATE_BYTES) await planImport(shop, id);
}

/**
 * Stores an undo of an import. Creates the preview of the undo if the import has few rows; for more rows, `planImports`
 * creates it. Returns the id of the undo. Throws `not_found` if there is no such import, and `conflict` if the import
 * has not ended or is itself an undo.
 */
export async function beginUndo(shop: ImportShop, id: string): Promise<string> {
  const { file_name, state, options_json, undoes } = await readImport(shop.db, id);
  if (undoes !== null || (state !== 'done' && state !== 'stopped'))
    throw new ShopError('conflict', 'Only an import that has ended can be undone.');
  const undoId = newId();
  await addImport(shop, { id: undoId, file_name, file_bytes: 0, options_json, undoes: id });
  if ((await countRows(shop.db, id)) <= MAX_IMMEDIATE_ROWS) await planImport(shop, undoId);
  return undoId;
}

type NewImport = Pick<CatalogueImportTable, 'id' | 'file_name' | 'file_bytes' | 'options_json'> &
  Partial<Pick<CatalogueImportTable, 'file_key' | 'undoes'>>;

async function addImport({ db, now }: ImportShop, columns: NewImport): Promise<void> {
  const author = currentActor()?.name ?? '';
  const values = { ...columns, author, state: 'planning', created_at: now(), updated_at: now() } as const;
  await transaction(db, (tx) => tx.insertInto('catalogue_import').values(values).execute());
}

async function countRows({ write }: ImportShop['db'], id: string): Promise<number> {
  const { rowCount } = await write
    .selectFrom('catalogue_import_row')
    .select(({ fn }) => fn.countAll<number>().as('rowCount'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(rowCount);
}
