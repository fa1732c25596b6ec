import type { StepPictures } from '#lib/catalog/admin/imports/step-pictures.server.ts';
import type { AfterJson, ImportShop } from '#lib/catalog/admin/imports/stored-import.ts';
import type { ReviewPatch, TaxonomyPatch } from '#lib/catalog/import/record/catalog-record.ts';
import type { ProductSnapshot } from '#lib/catalog/import/record/planned-entry.ts';
import type { FieldChange } from '#lib/catalog/import/record/record-changes.ts';
import type { PlannedReview } from '#lib/catalog/import/save/planned-reviews.server.ts';
import { savePlanned } from '#lib/catalog/import/save/save-catalogue.server.ts';
import type {
  PlannedProductSave,
  PlannedValue,
  ProductSaveResult,
} from '#lib/catalog/import/save/save-planned.server.ts';
import { recordAudit } from '#lib/platform/audit/record-audit.server.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { FacetValueTable } from '#lib/platform/db/query/tables.ts';
import type { CatalogueImportRowTable, CatalogueImportTable } from '#lib/platform/db/tables/import.ts';

type Row = CatalogueImportRowTable;

/**
 * Writes the records of the rows, each with an entry in the audit log. If a record is rejected, stores the reason in
 * its row.
 */
export async function writeImportRows(
  tx: Tx,
  { db, now, settings }: ImportShop,
  storedImport: CatalogueImportTable,
  rows: readonly Row[],
  pictures: StepPictures,
): Promise<void> {
  const at = now();
  const { savedProducts, values, problems } = await savePlanned(
    tx,
    db,
    {
      values: itemsOf(rows, (kind) => kind !== 'product' && kind !== 'review', plannedValue),
      products: itemsOf(rows, (kind) => kind === 'product', plannedProductSave),
      reviews: itemsOf(rows, (kind) => kind === 'review', plannedReview),
    },
    { now: at, source: storedImport.file_name, requiresHsn: settings.mode === 'live' },
    pictures.filesBySrc,
  );
  const refusals = new Map(problems.map(({ index, message }) => [index, message]));
  for (const [index, row] of rows.entries()) {
    const result = savedProducts.get(index);
    const refusal = result && 'refusal' in result ? result.refusal : refusals.get(index);
    if (refusal !== undefined) {
      await updateRow(tx, row, { state: 'failed', message: refusal });
      continue;
    }
    const message = pictures.problems.get(row.position)?.join('; ') ?? null;
    await updateRow(tx, row, { state: 'done', message, ...writtenValues(row, result, values.get(index)) });
    const action = `${storedImport.undoes === null ? 'import' : 'undo import of'} ${row.kind}`;
    await recordAudit(tx, { action, record: { kind: row.kind, id: row.record_id }, ...auditChanges(row) }, at);
  }
}

function itemsOf<T>(rows: readonly Row[], hasKind: (kind: string) => boolean, read: (row: Row) => T) {
  return rows.flatMap((row, index) => (hasKind(row.kind) ? [{ index, record: read(row) }] : []));
}

function plannedProductSave(row: Row): PlannedProductSave {
  const { formerSlugs = [], ...after } = afterOf(row) as AfterJson & ProductSnapshot;
  return { before: JSON.parse(row.before_json ?? 'null') as ProductSnapshot | null, after, formerSlugs };
}

function plannedValue(row: Row): PlannedValue {
  const { record, pictures = [] } = afterOf(row);
  return {
    before: JSON.parse(row.before_json ?? 'null') as PlannedValue['before'],
    record: record as TaxonomyPatch,
    pictures,
  };
}

function plannedReview(row: Row): PlannedReview {
  const { record, restored } = afterOf(row);
  const before = JSON.parse(row.before_json ?? 'null') as PlannedReview['before'];
  return { before, record: record as ReviewPatch, ...(restored !== undefined && { restored }) };
}

function afterOf({ after_json }: Row): AfterJson {
  return JSON.parse(after_json ?? '{}') as AfterJson;
}

/**
 * Returns the columns of a row that store the written values and, for a product, the replaced values. An undo compares
 * the written values with the current values, and restores the replaced values.
 */
function writtenValues(
  row: Row,
  result: ProductSaveResult | undefined,
  value: FacetValueTable | undefined,
): Partial<Pick<Row, 'before_json' | 'after_json'>> {
  if (value) return { after_json: JSON.stringify({ ...afterOf(row), stored: value }) };
  if (!result || 'refusal' in result) return {};
  const { before, after } = result;
  const { formerSlugs } = plannedProductSave(row);
  return { before_json: before && JSON.stringify(before), after_json: JSON.stringify({ ...after, formerSlugs }) };
}

async function updateRow(tx: Tx, { import_id, position }: Row, result: Partial<Row>): Promise<void> {
  await tx
    .updateTable('catalogue_import_row')
    .set(result)
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .execute();
}

function auditChanges({ changes_json, effect, name, about }: Row): { before?: object; after: object } {
  const changes = JSON.parse(changes_json) as FieldChange[];
  if (effect === 'new') return { after: { name, ...(about !== null && { about }) } };
  const valuesOf = (side: 'from' | 'to') => Object.fromEntries(changes.map((change) => [change.field, change[side]]));
  return { before: valuesOf('from'), after: valuesOf('to') };
}
