import { stringify } from 'csv-stringify/sync';

/** By this mark, Excel knows that a file is UTF-8. */
export const UTF8_MARK = '\u{FEFF}';

/** Lines of CSV. A spreadsheet evaluates a cell that begins like a formula, so such cells get an apostrophe first. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], { record_delimiter: 'windows', escape_formulas: true });
}
