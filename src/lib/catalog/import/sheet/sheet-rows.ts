import type { CsvRow } from '#lib/catalog/import/csv/csv-rows.ts';
import { type CsvGroup, slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { SheetColumn, SheetField } from '#lib/catalog/import/sheet/sheet-fields.ts';

export class SheetRow {
  readonly line: number;
  readonly #cells: readonly string[];
  readonly #columns: readonly SheetColumn[];

  constructor(line: number, cells: readonly string[], columns: readonly SheetColumn[]) {
    this.line = line;
    this.#cells = cells;
    this.#columns = columns;
  }

  /** Returns the first non-empty cell of the field, or an empty string if there is none. */
  get(field: SheetField): string {
    return this.all(field)[0]?.cell ?? '';
  }

  /** Returns the non-empty cells of the field, each with the name of its column. */
  all(field: SheetField): { column: string; cell: string }[] {
    return this.#columns.flatMap(({ name, use }, index) => {
      const cell = use === field ? (this.#cells[index] ?? '').trim() : '';
      return cell === '' ? [] : [{ column: name.trim(), cell }];
    });
  }

  isEmpty(): boolean {
    return this.#columns.every(({ use }, index) => use === '-' || (this.#cells[index] ?? '').trim() === '');
  }
}

export interface SheetGroup extends CsvGroup {
  rows: SheetRow[];
}

const MAX_HEADER_ROWS = 10;
const MIN_KNOWN_COLUMNS = 2;

/**
 * Returns the header: among the first ten rows, the first row with at least two known column names, because a title may
 * precede the header. If there is no such row, returns the first row that is not empty. Returns undefined if these rows
 * are empty.
 */
export function findHeader(rows: readonly CsvRow[], isKnown: (name: string) => boolean) {
  const filledRows = rows.slice(0, MAX_HEADER_ROWS).filter(({ fields }) => fields.some((field) => field.trim() !== ''));
  const header = filledRows.find(({ fields }) => fields.filter(isKnown).length >= MIN_KNOWN_COLUMNS) ?? filledRows[0];
  return header && { line: header.line, names: header.fields.map((name) => name.trim()) };
}

/**
 * Returns the rows grouped by product. A row with neither a handle nor a name belongs to the product above. A broken
 * row makes every product to which it may belong invalid.
 */
export function sheetGroups(rows: readonly CsvRow[], columns: readonly SheetColumn[]): SheetGroup[] {
  const groups = new Map<string, SheetGroup>();
  let currentGroup: SheetGroup | undefined;
  let nextGroupProblem: { line: number; message: string } | undefined;
  for (const row of rows) {
    const sheetRow = new SheetRow(row.line, row.fields, columns);
    if (sheetRow.isEmpty() && !row.problem) continue;
    const problem = problemOf(row, columns.length);
    const mayIncludeNextRows = row.problem !== undefined && row.lineCount > 1;
    const handle = mayIncludeNextRows ? '' : sheetRow.get('handle') || sheetRow.get('name');
    if (problem && (handle === '' || mayIncludeNextRows) && currentGroup) currentGroup.problem ??= problem;
    if (handle === '' && currentGroup && !mayIncludeNextRows) {
      currentGroup.rows.push(sheetRow);
      continue;
    }
    currentGroup = groupOf(groups, handle, row.line);
    currentGroup.rows.push(sheetRow);
    const rowProblem =
      problem ?? nextGroupProblem ?? (handle === '' ? { line: row.line, message: 'has no name' } : undefined);
    if (rowProblem) currentGroup.problem ??= rowProblem;
    // The text after an unclosed quote may include the first rows of the next product.
    nextGroupProblem = mayIncludeNextRows
      ? { line: row.line + row.lineCount, message: `left out because line ${row.line} may include its first rows` }
      : undefined;
  }
  return [...groups.values()];
}

function groupOf(groups: Map<string, SheetGroup>, handleOrName: string, line: number): SheetGroup {
  const handle = slugOf(handleOrName);
  const key = handle || `line ${line}`;
  const group = groups.get(key) ?? { line, handle, rows: [] };
  groups.set(key, group);
  return group;
}

function problemOf(row: CsvRow, columnCount: number): SheetGroup['problem'] {
  if (row.problem) return { line: row.line, message: row.problem };
  if (row.fields.slice(columnCount).every((field) => field.trim() === '')) return undefined;
  const message = `has ${row.fields.length} cells where the header has ${columnCount}; a comma within a cell, such as in 1,299, needs quotes around the cell`;
  return { line: row.line, message };
}
