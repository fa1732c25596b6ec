import { type CsvCell, csvHeading, csvLines } from '#lib/platform/csv.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

/** What the numbers of a column are; rupees are given in paise. */
type ColumnKind = 'text' | 'number' | 'rupees';

export type ReportColumn = readonly [heading: string, kind: ColumnKind];

/** A table that is shown on a page, and can be downloaded. */
export interface ReportTable {
  columns: readonly ReportColumn[];
  rows: readonly (readonly CsvCell[])[];
}

/** In rupees, without grouping. */
export async function* reportCsv({ columns, rows }: ReportTable): AsyncGenerator<string> {
  yield csvHeading(columns.map(([heading]) => heading));
  yield csvLines(rows.map((row) => row.map((cell, at) => csvCell(cell, columns[at]?.[1]))));
}

function csvCell(cell: CsvCell, kind: ColumnKind | undefined): CsvCell {
  return kind === 'rupees' && typeof cell === 'number' ? paiseToRupees(cell) : cell;
}
