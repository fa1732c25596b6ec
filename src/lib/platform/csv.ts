import { stringify } from 'csv-stringify/sync';

/** Numbers stay numbers, also negative ones. */
export type CsvCell = string | number;

/** The first line, with the mark by which Excel knows that it is UTF-8. */
export function csvHeading(cells: readonly string[]): string {
  return `\u{FEFF}${csvLines([cells])}`;
}

/** A spreadsheet evaluates a text that begins like a formula, and customers type some of these texts. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(rows as CsvCell[][], { record_delimiter: 'windows', escape_formulas: true });
}

/** The name of a column in a file from elsewhere: in lower case, without spaces around it and the mark of UTF-8. */
export function columnName(cell: string): string {
  return cell
    .replace(/^\u{FEFF}/u, '')
    .trim()
    .toLowerCase();
}
