import type { CsvRow } from '#lib/catalog/import/csv/csv-rows.ts';
import { parseShopifyHeader, type ShopifyField, type ShopifyHeader } from '#lib/catalog/import/csv/shopify-columns.ts';
import type { Remedy } from '#lib/catalog/import/record/import-remark.ts';
import { PRODUCT_LIMITS } from '#lib/catalog/import/record/record-limits.ts';

export interface ShopifyRow {
  line: number;
  get(field: ShopifyField): string;
}

export interface CsvGroup {
  line: number;
  handle: string;
  problem?: { line: number; message: string } | undefined;
}

export interface ShopifyGroup extends CsvGroup {
  rows: ShopifyRow[];
}

export type GroupItem =
  | { group: ShopifyGroup; header: ShopifyHeader }
  | { line: number; warning: string }
  | { line: number; fatal: string };

/**
 * Yields a group with the rows of each product. A broken row makes every product to which it may belong invalid, and no
 * other product. If there is no valid header, yields only a `fatal` problem.
 */
export async function* shopifyGroups(rows: AsyncIterable<CsvRow>, stockColumn?: string): AsyncGenerator<GroupItem> {
  let builder: GroupBuilder | undefined;
  for await (const row of rows) {
    if (row.fields.every((field) => field.trim() === '') && !row.problem) continue;
    if (builder) {
      yield* builder.addRow(row);
      continue;
    }
    const header = row.problem ? { problem: row.problem } : parseShopifyHeader(row.fields, stockColumn);
    if ('problem' in header) return yield { line: row.line, fatal: header.problem };
    builder = new GroupBuilder(header);
    yield* headerWarnings(row.line, header);
  }
  if (builder) yield* builder.end();
  else yield { line: 1, fatal: 'the file is empty' };
}

class GroupBuilder {
  readonly #header: ShopifyHeader;
  #group: ShopifyGroup | undefined;
  #nextGroupProblem: ShopifyGroup['problem'];

  constructor(header: ShopifyHeader) {
    this.#header = header;
  }

  *addRow(row: CsvRow): Generator<GroupItem> {
    const parsedRow = shopifyRow(row, this.#header);
    const problem = problemOf(row, this.#header);
    const mayIncludeNextRows = Boolean(row.problem) && row.lineCount > 1;
    const handle = mayIncludeNextRows ? '' : slugOf(parsedRow.get('handle') || parsedRow.get('title'));
    if (handle === '' && !problem) yield* this.#addUnnamedRow(row.line);
    else if (this.#group && handle !== '' && handle === this.#group.handle) {
      this.#group.rows.push(parsedRow);
      this.#group.problem ??= problem;
    } else yield* this.#beginGroup(parsedRow, handle, problem);
    // The text after an unclosed quote may include the first rows of the next product.
    if (mayIncludeNextRows) {
      const message = `left out because line ${row.line} may include its first rows`;
      this.#nextGroupProblem = { line: row.line + row.lineCount, message };
    }
  }

  *end(): Generator<GroupItem> {
    if (this.#group) yield { group: this.#group, header: this.#header };
  }

  *#addUnnamedRow(line: number): Generator<GroupItem> {
    const problem = { line, message: 'has neither Handle nor Title, so it may belong to the product before it' };
    if (this.#group) this.#group.problem ??= problem;
    else yield { line, group: { line, handle: '', rows: [], problem }, header: this.#header };
  }

  *#beginGroup(parsedRow: ShopifyRow, handle: string, problem: ShopifyGroup['problem']): Generator<GroupItem> {
    if (this.#group && handle === '') {
      const message = `may continue on line ${parsedRow.line}, which is broken`;
      this.#group.problem ??= { line: this.#group.line, message };
    }
    yield* this.end();
    this.#group = { line: parsedRow.line, handle, rows: [parsedRow], problem: problem ?? this.#nextGroupProblem };
    this.#nextGroupProblem = undefined;
  }
}

function* headerWarnings(line: number, { ignoredColumns, unknownColumns }: ShopifyHeader): Generator<GroupItem> {
  if (ignoredColumns.length > 0)
    yield { line, warning: `columns that this shop does not use are ignored: ${ignoredColumns.join(', ')}` };
  if (unknownColumns.length > 0) yield { line, warning: `unknown columns are ignored: ${unknownColumns.join(', ')}` };
}

/** Matches the apostrophe that exports put before a cell that a spreadsheet would evaluate. */
const ESCAPED_FORMULA = /^'(?=[=+\-@])/;

function shopifyRow(row: CsvRow, header: ShopifyHeader): ShopifyRow {
  return {
    line: row.line,
    get(field) {
      const position = header.positions.get(field);
      return position === undefined ? '' : (row.fields[position] ?? '').trim().replace(ESCAPED_FORMULA, '');
    },
  };
}

function problemOf(row: CsvRow, header: ShopifyHeader): { line: number; message: string } | undefined {
  if (row.problem) return { line: row.line, message: row.problem };
  if (row.fields.slice(header.columnCount).every((field) => field.trim() === '')) return undefined;
  return { line: row.line, message: `has ${row.fields.length} fields where the first line has ${header.columnCount}` };
}

/**
 * Converts a name to a slug, which consists of letters from a to z, digits, hyphens and underscores. Returns an empty
 * string if the name contains neither Latin letters nor digits.
 */
export function slugOf(name: string): string {
  const asciiName = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const slug = asciiName
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|(?<![-_])[-_]+$/g, '');
  return slug.slice(0, PRODUCT_LIMITS.slug).replace(/(?<![-_])[-_]+$/, '');
}

/** Thrown if a row makes its product invalid. The message is for the owner, and follows the number of the line. */
export class RowError extends Error {
  readonly line: number;
  readonly remedy: Remedy | undefined;
  constructor(line: number, message: string, remedy?: Remedy) {
    super(message);
    this.line = line;
    this.remedy = remedy;
  }
}

export const OPTION_FIELDS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const;

export type HasColumn = (field: ShopifyField) => boolean;
