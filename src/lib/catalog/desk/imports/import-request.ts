import { CATEGORY_SOURCES, type CategorySource } from '#lib/catalog/import/csv/csv-categories.ts';
import type { Mappings } from '#lib/catalog/import/mappings.server.ts';
import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import type { PictureFile } from '#lib/catalog/import/record/planned-entry.ts';
import type { Tallies } from '#lib/catalog/import/record/save-report.ts';
import type { ColumnUse } from '#lib/catalog/import/sheet/sheet-fields.ts';
import type { FacetValueTable, ReviewTable } from '#lib/platform/db/query/tables.ts';

/** How a file is imported, as stored with its import. */
export interface ImportRules {
  /** Whether the stock of existing products is also set. */
  writesStock: boolean;
  /** Whether variants and pictures that the file does not name are removed from the products in the file. */
  removes: boolean;
  stockColumn?: string | undefined;
  categoryFrom: CategorySource;
  /** The use of each column of a plain sheet. */
  columns: [name: string, use: ColumnUse][];
  /** The brand that customers see for a vendor; empty to hide it. */
  brands: [vendor: string, brand: string][];
}

export const DEFAULT_RULES: ImportRules = {
  ...{ writesStock: false, removes: false, categoryFrom: CATEGORY_SOURCES[0], columns: [], brands: [] },
};

/** Returns the mappings in the form; without columns if none was chosen, so that their names determine the uses. */
export function mappingsOf({ columns, brands }: ImportRules): Partial<Mappings> {
  return {
    ...(columns.length > 0 && { columns: new Map(columns) }),
    ...(brands.length > 0 && { brands: new Map(brands) }),
  };
}

/** A column of a plain sheet, as shown in the form for choosing its use. */
export interface ColumnMapping {
  name: string;
  use: ColumnUse;
  sample: string;
}

/** The report of a preview. */
export interface PreviewReport {
  tallies: Tallies;
  leftOut: number;
  picturesToFetch: number;
  warnings: { line: number; message: string }[];
  /** The columns of a plain sheet. */
  columns: ColumnMapping[];
}

/** The JSON in `after_json` of a row. For a product, it also has the other fields of a `ProductSnapshot`. */
export interface AfterJson {
  record: CatalogueEntry;
  pictures?: PictureFile[];
  /** For a product. */
  formerSlugs?: string[];
  /** For a brand, category or other value: its row after it was written. */
  stored?: FacetValueTable;
  /** For a review in an undo: the row to restore; null to remove the review. */
  restored?: ReviewTable | null;
}
