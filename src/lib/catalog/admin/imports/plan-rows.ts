import { adminRemarkText } from '#lib/catalog/admin/imports/import-words.ts';
import type { ImportRemark } from '#lib/catalog/import/import-report.ts';
import { idOfEntry, type LocatedEntry } from '#lib/catalog/import/record/planned-entry.ts';
import type { CatalogueImportRowTable } from '#lib/platform/db/tables/import.ts';

/** A row of an import, without the id of the import and the position of the row. */
export type PlanRow = Omit<CatalogueImportRowTable, 'import_id' | 'position'>;

/** Returns the row for a record that an import would write. */
export function plannedRow(entry: LocatedEntry): PlanRow {
  const { kind, name, effect, line, changes, about = null, before, after } = entry;
  const writtenValues =
    entry.kind === 'product' ? { ...entry.after, formerSlugs: entry.formerSlugs } : { record: after };
  return {
    ...{ kind, record_id: idOfEntry(entry), name, effect, line, about },
    ...{ state: 'waiting', message: null, changes_json: JSON.stringify(changes) },
    ...{ before_json: before && JSON.stringify(before), after_json: JSON.stringify(writtenValues) },
  };
}

/** Returns the row for a record that an import rejects. */
export function refusedRow(remark: ImportRemark): PlanRow {
  return {
    ...{ kind: '', record_id: '', name: '', effect: 'refused', line: remark.line, about: null },
    ...{ state: 'failed', message: adminRemarkText(remark), changes_json: '[]', before_json: null, after_json: null },
  };
}
