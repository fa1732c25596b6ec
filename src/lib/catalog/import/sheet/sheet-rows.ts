import type { CsvRow } from '#lib/catalog/import/csv/csv-rows.ts';
import { slugOf } from '#lib/catalog/import/csv/shopify-groups.ts';
import type { SheetColumn, SheetField } from '#lib/catalog/import/sheet/sheet-fields.ts';

export interface SheetHeader {
  line: number;
  names: string[];
}

export class SheetRow {
  readonly line: number;
  readonly #cells: readonly string[];
  readonly #columns: readonly SheetColumn[];

  constructor(line: number, cells: readonly string[], columns: readonly SheetColumn[]) {
    this.line = line;
    this.#cells = cells;
    this.#columns = columns;
  }

  get(field: SheetField): string {
    return this.all(field)[0]?.cell ?? '';
  }

  all(field: SheetField): { column: string; cell: string }[] {
    return this.#columns.flatMap(({ name, use }, at) => {
      const cell = use === field ? (this.#cells[at] ?? '').trim() : '';
      return cell === '' ? [] : [{ column: name.trim(), cell }];
    });
  }

  isEmpty(): boolean {
    return this.#columns.every(({ use }, at) => use === '-' || (this.#cells[at] ?? '').trim() === '');
  }
}

export interface SheetGroup {
  line: number;
  handle: string;
  rows: SheetRow[];
  problem?: { line: number; message: string };
}

const MAX_HEADER_ROWS = 10;
const MIN_KNOWN_COLUMNS = 2;

/**
 * The header row: the first one with two known column names, because a title may precede it; otherwise the first
 * non-empty row.
 */
export function findHeader(rows: readonly CsvRow[], isKnown: (name: string) => boolean): SheetHeader | undefined {
  const filled = rows.slice(0, MAX_HEADER_ROWS).filter(({ fields }) => fields.some((field) => field.trim() !== ''));
  const header = filled.find(({ fields }) => fields.filter(isKnown).length >= MIN_KNOWN_COLUMNS) ?? filled[0];
  return header && { line: header.line, names: header.fields.map((name) => name.trim()) };
}

/**
 * Groups rows by product. A row without a name belongs to the product above. A broken row invalidates all products that
 * it may belong to.
 */
export function sheetGroups(rows: readonly CsvRow[], columns: readonly SheetColumn[]): SheetGroup[] {
  const groups = new Map<string, SheetGroup>();
  let current: SheetGroup | undefined;
  let swallowed: { line: number; message: string } | undefined;
  for (const row of rows) {
    const parsed = new SheetRow(row.line, row.fields, columns);
    if (parsed.isEmpty() && !row.problem) continue;
    const problem = problemOf(row, columns.length);
    const mayHaveSwallowedRows = row.problem !== undefined && row.lines > 1;
    const handle = mayHaveSwallowedRows ? '' : parsed.get('handle') || parsed.get('name');
    if (problem && (handle === '' || mayHaveSwallowedRows) && current) current.problem ??= problem;
    if (handle === '' && current && !mayHaveSwallowedRows) {
      current.rows.push(parsed);
      continue;
    }
    current = groupOf(groups, handle, row.line);
    current.rows.push(parsed);
    const rowProblem = problem ?? swallowed ?? (handle === '' ? { line: row.line, message: 'has no name' } : undefined);
    if (rowProblem) current.problem ??= rowProblem;
    // An unclosed quote may have swallowed the first rows of the next product.
    swallowed = mayHaveSwallowedRows
      ? { line: row.line + row.lines, message: `left out because line ${row.line} may have swallowed its beginning` }
      : undefined;
  }
  return [...groups.values()];
}

function groupOf(groups: Map<string, SheetGroup>, name: string, line: number): SheetGroup {
  const handle = slugOf(name);
  const key = handle || `line ${line}`;
  const group = groups.get(key) ?? { line, handle, rows: [] };
  groups.set(key, group);
  return group;
}

function problemOf(row: CsvRow, columns: number): SheetGroup['problem'] {
  if (row.problem) return { line: row.line, message: row.problem };
  if (row.fields.slice(columns).every((field) => field.trim() === '')) return undefined;
  const message = `has ${row.fields.length} cells where the header has ${columns}; a comma within a cell, such as in 1,299, needs quotes around the cell`;
  return { line: row.line, message };
}
