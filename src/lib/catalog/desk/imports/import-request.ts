import { CATEGORY_SOURCES, type CategorySource } from '#lib/catalog/import/csv/csv-categories.ts';
import type { Answers } from '#lib/catalog/import/import-answers.server.ts';
import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import type { PictureFile } from '#lib/catalog/import/record/planned-entry.ts';
import type { Tallies } from '#lib/catalog/import/record/save-report.ts';
import type { ColumnUse } from '#lib/catalog/import/sheet/sheet-fields.ts';
import type { FacetValueTable, ReviewTable } from '#lib/platform/db/query/tables.ts';

/** How a file is read, as stored with its import. */
export interface ImportRules {
  /** Whether the stock of existing products is also set. */
  writesStock: boolean;
  /** Whether variants and pictures of these products that are not in the file are removed. */
  removes: boolean;
  stockColumn?: string | undefined;
  categoryFrom: CategorySource;
  /** The use of each column of a plain sheet, by its name. */
  columns: [name: string, use: ColumnUse][];
  /** The brand that customers see for a vendor; empty to hide it. */
  brands: [vendor: string, brand: string][];
}

export const DEFAULT_RULES: ImportRules = {
  ...{ writesStock: false, removes: false, categoryFrom: CATEGORY_SOURCES[0], columns: [], brands: [] },
};

/** The answers in the form; without columns if none was chosen, so that their names decide. */
export function answersOf({ columns, brands }: ImportRules): Partial<Answers> {
  return {
    ...(columns.length > 0 && { columns: new Map(columns) }),
    ...(brands.length > 0 && { brands: new Map(brands) }),
  };
}

/** A column of a plain sheet, for the form that asks for its use. */
export interface ColumnQuestion {
  name: string;
  use: ColumnUse;
  sample: string;
}

/** The report of a preview. */
export interface PlanReport {
  tallies: Tallies;
  leftOut: number;
  picturesToFetch: number;
  warnings: { line: number; message: string }[];
  /** The columns of a plain sheet. */
  columns: ColumnQuestion[];
}

/** The stored new value of a row: a product has the fields of a ProductSnapshot, others only their record. */
export interface StoredAfter {
  record: CatalogueEntry;
  pictures?: PictureFile[];
  formerSlugs?: string[];
  /** For a brand, category or other value: its row after it was written. */
  stored?: FacetValueTable;
  /** For a review in an undo: the row to restore; null if it is removed. */
  restored?: ReviewTable | null;
}
