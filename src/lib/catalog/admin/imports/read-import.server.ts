import type { ImportRowsQuery } from '#lib/catalog/admin/imports/import-form.schema.ts';
import type { ImportRules, PreviewReport } from '#lib/catalog/admin/imports/stored-import.ts';
import type { FieldChange } from '#lib/catalog/import/record/record-changes.ts';
import type { ShopDatabase } from '#lib/platform/db/db.server.ts';
import type { CatalogueImportRowTable, CatalogueImportTable } from '#lib/platform/db/tables/import.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

export const IMPORT_ROWS_PER_PAGE = 40;
const MAX_RECENT_IMPORTS = 20;

type Row = CatalogueImportRowTable;

/** An import with the counts of its rows. `at` is the time when the import was created, in epoch ms. */
export interface ImportSummary {
  id: string;
  author: string;
  at: number;
  /** The version of the import, which changes with each preview and while the import runs. */
  version: number;
  fileName: string;
  state: CatalogueImportTable['state'];
  /** The id of the import that this import undoes, or null if this import is not an undo. */
  undoes: string | null;
  /** The reason why the file can't be read, or null if it can be read. */
  problem: string | null;
  rules: ImportRules;
  report: PreviewReport | null;
  /** The number of rows with each state and with each effect. `failed` does not include refused rows. */
  counts: Readonly<Record<Row['state'] | Row['effect'], number>>;
}

/** Reads the stored row of an import. Throws `not_found` if there is no such import. */
export async function readImport({ write }: Pick<ShopDatabase, 'write'>, id: string): Promise<CatalogueImportTable> {
  const row = await write.selectFrom('catalogue_import').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ShopError('not_found', 'There is no such import.');
  return row;
}

export function outdatedPreviewError(): ShopError {
  return new ShopError(
    'conflict',
    'Another preview was created in the meantime, or the import was started. Check the import again.',
  );
}

/** Reads an import with the counts of its rows. Throws `not_found` if there is no such import. */
export async function readImportSummary(db: Pick<ShopDatabase, 'write'>, id: string): Promise<ImportSummary> {
  const row = await readImport(db, id);
  const groups = await db.write
    .selectFrom('catalogue_import_row')
    .select(({ fn }) => ['state', 'effect', fn.countAll<number>().as('count')])
    .where('import_id', '=', id)
    .groupBy(['state', 'effect'])
    .execute();
  const sumOf = (matches: (group: Pick<Row, 'state' | 'effect'>) => boolean) =>
    groups.filter(matches).reduce((sum, { count }) => sum + Number(count), 0);
  const counts = {
    waiting: sumOf(({ state }) => state === 'waiting'),
    done: sumOf(({ state }) => state === 'done'),
    failed: sumOf(({ state, effect }) => state === 'failed' && effect !== 'refused'),
    new: sumOf(({ effect }) => effect === 'new'),
    changed: sumOf(({ effect }) => effect === 'changed'),
    refused: sumOf(({ effect }) => effect === 'refused'),
  };
  const { author, created_at: at, updated_at: version, file_name: fileName, state, undoes, problem } = row;
  const report = JSON.parse(row.report_json ?? 'null') as PreviewReport | null;
  const rules = JSON.parse(row.options_json) as ImportRules;
  return { id, author, at, version, fileName, state, undoes, problem, rules, report, counts };
}

/** Returns up to 20 imports and undos, newest first. */
export function recentImports({ read }: Pick<ShopDatabase, 'read'>) {
  return read
    .selectFrom('catalogue_import')
    .select(['id', 'author', 'created_at as at', 'file_name as fileName', 'state', 'undoes'])
    .orderBy('created_at', 'desc')
    .limit(MAX_RECENT_IMPORTS)
    .execute();
}

export interface ImportRow extends Pick<Row, 'position' | 'kind' | 'name' | 'effect' | 'line' | 'state' | 'message'> {
  slug: string;
  /** A summary of a new product's prices, stock, categories and pictures, or null for any other row. */
  about: string | null;
  changes: FieldChange[];
}

/**
 * Returns a page of rows, in the order of their positions. `after` is the position of the last row of the previous
 * page. `next` is the `after` of the next page, or undefined on the last page.
 */
export async function importRows(
  { write }: Pick<ShopDatabase, 'write'>,
  id: string,
  { show, after = -1 }: ImportRowsQuery,
): Promise<{ rows: ImportRow[]; next: number | undefined }> {
  let query = write
    .selectFrom('catalogue_import_row')
    .select([
      'position',
      'kind',
      'name',
      'effect',
      'line',
      'state',
      'message',
      'record_id as slug',
      'about',
      'changes_json',
    ])
    .where('import_id', '=', id)
    .where('position', '>', after);
  if (show === 'stayed') query = query.where('state', '=', 'failed').where('effect', '!=', 'refused');
  else if (show) query = query.where('effect', '=', show);
  const foundRows = await query
    .orderBy('position')
    .limit(IMPORT_ROWS_PER_PAGE + 1)
    .execute();
  const shownRows = foundRows.slice(0, IMPORT_ROWS_PER_PAGE);
  const rows = shownRows.map(({ changes_json, ...row }) => ({
    ...row,
    changes: JSON.parse(changes_json) as FieldChange[],
  }));
  return { rows, next: foundRows.length > shownRows.length ? shownRows.at(-1)?.position : undefined };
}
