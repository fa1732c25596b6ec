import type { SourcePlace } from '#lib/catalog/import/record/import-source.ts';
import { emptyResult, type SaveResult } from '#lib/catalog/import/record/save-report.ts';

const MAX_REMARKS_LISTED = 1_000;

export interface ImportRemark extends SourcePlace {
  message: string;
}

export interface ImportReport extends Omit<SaveResult, 'problems'> {
  leftOut: number;
  pictures: number;
  picturesToFetch: number;
  problems: ImportRemark[];
  warnings: ImportRemark[];
}

export function emptyReport(): ImportReport {
  return { ...emptyResult(), leftOut: 0, pictures: 0, picturesToFetch: 0, problems: [], warnings: [] };
}

/** Stores the first thousand remarks; further ones are only counted. */
export function addRemark(remarks: ImportRemark[], at: SourcePlace, message: string): void {
  if (remarks.length < MAX_REMARKS_LISTED) remarks.push({ ...at, message });
}

export function byPlace(a: SourcePlace, b: SourcePlace): number {
  return a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line;
}
