import { type CsvCell, csvHeading, csvLines } from '#lib/platform/csv.ts';
import { paiseToRupees } from '#lib/shop/money/money.ts';

/** What the numbers of a column are. Rupees are given in paise; on a phone, those of a `total` stand beside the label. */
type ColumnKind = 'text' | 'number' | 'rupees' | 'total';

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
  return isMoney(kind) && typeof cell === 'number' ? paiseToRupees(cell) : cell;
}

export function isMoney(kind: ColumnKind | undefined): boolean {
  return kind === 'rupees' || kind === 'total';
}
