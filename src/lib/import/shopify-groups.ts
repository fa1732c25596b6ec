import type { CsvRow } from '#lib/import/csv-rows.ts';
import { parseShopifyHeader, type ShopifyField, type ShopifyHeader } from '#lib/import/shopify-columns.ts';

export interface ShopifyRow {
  line: number;
  get(field: ShopifyField): string;
}

export interface ShopifyGroup {
  line: number;
  handle: string;
  rows: ShopifyRow[];
  problem?: { line: number; message: string };
}

export type GroupItem =
  | { group: ShopifyGroup; header: ShopifyHeader }
  | { line: number; warning: string }
  | { line: number; fatal: string };

/** Gathers the rows of each product. A row that can't be read takes down every product that it may belong to, and no other. */
export async function* shopifyGroups(rows: AsyncIterable<CsvRow>, stockColumn?: string): AsyncGenerator<GroupItem> {
  let header: ShopifyHeader | undefined;
  let group: ShopifyGroup | undefined;
  let swallowed: { line: number; message: string } | undefined;
  for await (const row of rows) {
    if (row.fields.every((field) => field.trim() === '') && !row.problem) continue;
    if (!header) {
      const parsed = row.problem ? { problem: row.problem } : parseShopifyHeader(row.fields, stockColumn);
      if ('problem' in parsed) return yield { line: row.line, fatal: parsed.problem };
      header = parsed;
      yield* headerWarnings(row.line, header);
      continue;
    }
    const read = reader(row, header);
    const problem = problemOf(row, header);
    const handle = row.problem && row.lines > 1 ? '' : handleOf(read);
    if (handle === '' && !problem) {
      const message = 'has neither Handle nor Title, so it may belong to the product before it';
      if (group) group.problem ??= { line: row.line, message };
      else
        yield {
          line: row.line,
          group: { line: row.line, handle: '', rows: [], problem: { line: row.line, message } },
          header,
        };
      continue;
    }
    if (group && handle === group.handle && handle !== '') {
      group.rows.push(read);
      if (problem) group.problem ??= problem;
    } else {
      if (group) {
        if (handle === '')
          group.problem ??= { line: group.line, message: `may go on in line ${row.line}, which is broken` };
        yield { group, header };
      }
      group = { line: row.line, handle, rows: [read] };
      const first = problem ?? swallowed;
      if (first) group.problem = first;
      swallowed = undefined;
    }
    // A quote that goes astray may have eaten the first rows of the next product.
    if (row.problem && row.lines > 1) {
      const message = `left out because line ${row.line} may have swallowed its beginning`;
      swallowed = { line: row.line + row.lines, message };
    }
  }
  if (group && header) yield { group, header };
  if (!header) yield { line: 1, fatal: 'the file is empty' };
}

function* headerWarnings(line: number, { ignored, unknown }: ShopifyHeader): Generator<GroupItem> {
  if (ignored.length > 0)
    yield { line, warning: `columns without a place in this shop are ignored: ${ignored.join(', ')}` };
  if (unknown.length > 0) yield { line, warning: `unknown columns are ignored: ${unknown.join(', ')}` };
}

function reader(row: CsvRow, header: ShopifyHeader): ShopifyRow {
  return {
    line: row.line,
    get(field) {
      const at = header.at.get(field);
      return at === undefined ? '' : (row.fields[at] ?? '').trim();
    },
  };
}

function problemOf(row: CsvRow, header: ShopifyHeader): { line: number; message: string } | undefined {
  if (row.problem) return { line: row.line, message: row.problem };
  if (row.fields.slice(header.columns).every((field) => field.trim() === '')) return undefined;
  return { line: row.line, message: `has ${row.fields.length} fields where the first line has ${header.columns}` };
}

function handleOf(row: ShopifyRow): string {
  return slugOf(row.get('handle') || row.get('title'));
}

/** A name as it stands in an address: small letters, digits and hyphens; empty for scripts that have none of these. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const slug = plain
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|(?<![-_])[-_]+$/g, '');
  return slug.slice(0, 120).replace(/(?<![-_])[-_]+$/, '');
}

export class RowProblem extends Error {
  readonly line: number;
  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

export const OPTION_FIELDS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const;

export type HasColumn = (field: Parameters<ShopifyRow['get']>[0]) => boolean;
