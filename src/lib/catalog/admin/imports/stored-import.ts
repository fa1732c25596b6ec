import { CATEGORY_SOURCES, type CategorySource } from '#lib/catalog/import/csv/csv-categories.ts';
import type { CatalogueEntry } from '#lib/catalog/import/record/catalog-record.ts';
import type { PictureFile } from '#lib/catalog/import/record/planned-entry.ts';
import type { Tallies } from '#lib/catalog/import/record/save-report.ts';
import type { Mappings } from '#lib/catalog/import/sheet/mappings.server.ts';
import type { ColumnUse } from '#lib/catalog/import/sheet/sheet-fields.ts';
import type { FacetValueTable, ReviewTable } from '#lib/platform/db/query/tables.ts';
import type { Shop } from '#lib/platform/shop.server.ts';

/** The parts of the shop that an import needs. */
export type ImportShop = Pick<Shop, 'db' | 'now' | 'settings' | 'files' | 'pictures'>;

/** The rules by which a file is imported. They are stored with the import. */
export interface ImportRules {
  /** Whether the import also sets the stock of existing products. */
  writesStock: boolean;
  /** Whether variants and pictures that the file does not name are removed from the products in the file. */
  removesMissing: boolean;
  stockColumn?: string | undefined;
  categoryFrom: CategorySource;
  /** The use of each column of a plain sheet. */
  columns: [name: string, use: ColumnUse][];
  /** The brand that customers see for each vendor, or an empty string to hide the vendor. */
  brands: [vendor: string, brand: string][];
}

export const DEFAULT_RULES: ImportRules = {
  writesStock: false,
  removesMissing: false,
  categoryFrom: CATEGORY_SOURCES[0],
  columns: [],
  brands: [],
};

/**
 * Returns the mappings in the rules. If the rules have no columns, neither does the result, so that the names of the
 * columns determine their uses.
 */
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
  /** The number of records that would not be imported. */
  leftOutCount: number;
  /** The number of pictures on the web that the import would fetch. */
  picturesToFetch: number;
  warnings: { line: number; message: string }[];
  /** The columns of a plain sheet, or an empty array for any other file. */
  columns: ColumnMapping[];
}

/**
 * The JSON in `after_json` of a row. In the row of a product, the JSON also has the other fields of a
 * `ProductSnapshot`.
 */
export interface AfterJson {
  record: CatalogueEntry;
  pictures?: PictureFile[];
  /** The former slugs of a product. */
  formerSlugs?: string[];
  /** The row of a brand, category or other value after the import has written it. */
  stored?: FacetValueTable;
  /** In an undo, the stored row of the review that is restored, or null for a review that is removed. */
  restored?: ReviewTable | null;
}
