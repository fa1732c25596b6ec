import type { CsvRow } from '#lib/catalog/import/csv/csv-rows.ts';
import { foldedName } from '#lib/catalog/import/csv/csv-rules.ts';
import { isShopifyHeader } from '#lib/catalog/import/csv/shopify-columns.ts';
import { type ColumnUse, guessedField, sheetColumns } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { findHeader } from '#lib/catalog/import/sheet/sheet-rows.ts';

const SAMPLE_CHARACTERS = 40;

export type Sheet = NonNullable<ReturnType<typeof detectSheet>>;

export interface SheetOptions {
  /** The uses that the owner has chosen, by the name of the column in the form of `foldedName`. */
  columns: ReadonlyMap<string, ColumnUse>;
  stockColumn?: string | undefined;
  /** Whether the owner has declared that the file is a plain sheet. */
  isSheet?: boolean | undefined;
}

/**
 * Detects the columns of a plain sheet in its first rows. Returns the number of the header's line in the file, the
 * columns, and the first value in each column, shortened to 40 characters, or an empty string for an empty column.
 * Returns undefined if the rows are empty or belong to a Shopify product CSV.
 */
export function detectSheet(rows: readonly CsvRow[], options: SheetOptions) {
  const { columns: columnUses, stockColumn, isSheet } = options;
  const isKnown = (name: string) => columnUses.has(foldedName(name)) || guessedField(name) !== undefined;
  const firstRow = rows.find(({ fields }) => fields.some((field) => field.trim() !== ''));
  if (!firstRow || (!isSheet && isShopifyHeader(firstRow.fields, isKnown))) return undefined;
  const header = findHeader(rows, isKnown);
  if (!header || (!isSheet && isShopifyHeader(header.names, isKnown))) return undefined;
  const stockName = stockColumn === undefined ? undefined : foldedName(stockColumn);
  const columns = sheetColumns(header.names, (name) => {
    const use = columnUses.get(foldedName(name));
    if (stockName === undefined) return use;
    if (foldedName(name) === stockName) return 'stock';
    return use === 'stock' || guessedField(name) === 'stock' ? '-' : use;
  });
  const dataRows = rows.filter(({ line }) => line > header.line);
  const samples = columns.map((_, index) => sampleOf(dataRows.map(({ fields }) => fields[index] ?? '')));
  return { line: header.line, columns, samples };
}

function sampleOf(cells: readonly string[]): string {
  const firstCell = cells.map((cell) => cell.trim().replaceAll(/\s+/g, ' ')).find((cell) => cell !== '') ?? '';
  return firstCell.length > SAMPLE_CHARACTERS ? `${firstCell.slice(0, SAMPLE_CHARACTERS - 1)}…` : firstCell;
}
