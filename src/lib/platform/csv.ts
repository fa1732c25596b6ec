import { stringify } from 'csv-stringify/sync';

/** The value of a cell. Numbers are not escaped, although negative numbers look like formulas. */
export type CsvCell = string | number;

/** Returns the header line, after the byte order mark that makes Excel read UTF-8. */
export function csvHeader(cells: readonly string[]): string {
  return `\u{FEFF}${csvLines([cells])}`;
}

/** Returns CSV lines. Texts that spreadsheets would read as formulas are escaped, because customers wrote some. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(rows as CsvCell[][], { record_delimiter: 'windows', escape_formulas: true });
}

/** Returns the name of a column in an uploaded file: in lower case, without surrounding spaces or a byte order mark. */
export function columnName(cell: string): string {
  return cell
    .replace(/^\u{FEFF}/u, '')
    .trim()
    .toLowerCase();
}
