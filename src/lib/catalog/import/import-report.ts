import type { Remark } from '#lib/catalog/import/record/import-remark.ts';
import type { SourceLocation } from '#lib/catalog/import/record/import-source.ts';
import { emptyResult, type SaveResult, type Tally } from '#lib/catalog/import/record/save-report.ts';

const MAX_REMARKS_LISTED = 1_000;

export interface ImportRemark extends SourceLocation, Remark {}

export interface ImportReport extends Omit<SaveResult, 'problems'> {
  /** The number of records that were not imported. */
  leftOutCount: number;
  /** The number of pictures that were read. */
  pictureCount: number;
  /** The number of pictures on the web, which a dry run does not fetch. */
  picturesToFetch: number;
  problems: ImportRemark[];
  warnings: ImportRemark[];
}

export function emptyReport(): ImportReport {
  return { ...emptyResult(), leftOutCount: 0, pictureCount: 0, picturesToFetch: 0, problems: [], warnings: [] };
}

/** Adds the remark to the list, unless the list already has a thousand remarks. */
export function addRemark(remarks: ImportRemark[], at: SourceLocation, remark: Remark): void {
  if (remarks.length < MAX_REMARKS_LISTED) remarks.push({ ...at, ...remark });
}

const MAX_RECORDED_CHANGES = 20;

/**
 * Returns the values for the audit log: the numbers of created, changed and removed products and variants, the number
 * of records that were left out, and the changed fields of the first records.
 */
export function recordedChanges({ tallies, changes, leftOutCount }: ImportReport): { before: object; after: object } {
  const changedCounts = ({ unchanged: _unchanged, ...counts }: Tally) => counts;
  const fields = changes
    .slice(0, MAX_RECORDED_CHANGES)
    .flatMap(({ entry, changes: entryChanges }) =>
      entryChanges.map(({ field, ...values }) => ({ name: `${entry} ${field}`, ...values })),
    );
  return {
    before: Object.fromEntries(fields.map(({ name, from }) => [name, from])),
    after: {
      products: changedCounts(tallies.products),
      variants: changedCounts(tallies.variants),
      left_out: leftOutCount,
      ...Object.fromEntries(fields.map(({ name, to }) => [name, to])),
    },
  };
}

export function byLocation(a: SourceLocation, b: SourceLocation): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
}
