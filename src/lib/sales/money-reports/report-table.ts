import { type CsvCell, csvHeader, csvLines } from '#lib/platform/csv.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

/**
 * The kind of values in a column. Values of the kinds `rupees` and `total` are in paise, and are shown in rupees.
 * Phones show a `total` beside the label.
 */
type ColumnKind = 'text' | 'number' | 'rupees' | 'total';

export type ReportColumn = readonly [heading: string, kind: ColumnKind];

/** A table that is shown on a page, and can be downloaded. */
export interface ReportTable {
  columns: readonly ReportColumn[];
  rows: readonly (readonly CsvCell[])[];
}

/** Yields a table as CSV, with amounts in rupees without thousands separators. */
export async function* reportCsv({ columns, rows }: ReportTable): AsyncGenerator<string> {
  yield csvHeader(columns.map(([heading]) => heading));
  const csvCell = (cell: CsvCell, index: number) =>
    isMoney(columns[index]?.[1]) && typeof cell === 'number' ? paiseToRupees(cell) : cell;
  yield csvLines(rows.map((row) => row.map(csvCell)));
}

export function isMoney(kind: ColumnKind | undefined): boolean {
  return kind === 'rupees' || kind === 'total';
}
