import type { CsvProduct } from '#lib/catalog/import/csv/csv-items.ts';
import type { CsvRow } from '#lib/catalog/import/csv/csv-rows.ts';
import type { CsvRules } from '#lib/catalog/import/csv/csv-rules.ts';
import { TaxonomyNames } from '#lib/catalog/import/csv/shopify-taxonomy.ts';
import type { ProductRecord } from '#lib/catalog/import/record/catalog-record.ts';
import { sheetColumns } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { sheetProduct } from '#lib/catalog/import/sheet/sheet-product.ts';
import { type SheetGroup, sheetGroups } from '#lib/catalog/import/sheet/sheet-rows.ts';
import { SHOPIFY_RULES } from '#support/shopify-rows.ts';

/** Converts lines, for example `Kurta|S|499`, to the rows of a sheet. */
export function sheetRows(...lines: string[]): CsvRow[] {
  return lines.map((line, index) => ({ line: index + 2, lineCount: 1, fields: line.split('|') }));
}

const columnsOf = (columns: string, choices: readonly string[] = []) =>
  sheetColumns(columns.split('|'), (name) => (choices.includes(name) ? 'option' : undefined));

export function groupsOfSheet(columns: string, ...lines: string[]): SheetGroup[] {
  return sheetGroups(sheetRows(...lines), columnsOf(columns));
}

interface SheetOptions {
  old?: ProductRecord;
  names?: TaxonomyNames;
  rules?: Partial<CsvRules>;
  /** Columns that become the product's options. */
  choices?: string[];
}

/** Returns the first product in a sheet. Throws an error if there is none. */
export function sheetProductOf(
  columns: string,
  lines: string[],
  { old, names = new TaxonomyNames([]), rules, choices }: SheetOptions = {},
): CsvProduct {
  const sheetColumnMap = columnsOf(columns, choices);
  const [group] = sheetGroups(sheetRows(...lines), sheetColumnMap);
  if (!group) throw new Error('The sheet has no product.');
  return sheetProduct(group, sheetColumnMap, names, old, { ...SHOPIFY_RULES, ...rules });
}
