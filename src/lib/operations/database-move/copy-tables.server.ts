import { RowDigest, type TableSum } from '#lib/operations/database-move/row-digest.server.ts';
import type { Row, Source, Target } from '#lib/operations/database-move/source-and-target.ts';
import { differingTables, type TableShape } from '#lib/operations/database-move/table-shape.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

export interface MoveResult {
  tables: Map<string, TableSum>;
  /** The number of texts with NUL characters, which PostgreSQL can't store, by `table.column`. */
  nulTexts: Map<string, number>;
}

/** `rows` is the number of rows copied from the table so far. */
export type ReportProgress = (table: string, rows: number) => void;

/**
 * Copies all rows, and compares the tables afterwards. Throws `refused` if the source's tables differ from this
 * version's tables, and an Error if the copied rows differ.
 */
export async function copyTables(source: Source, target: Target, onProgress: ReportProgress): Promise<MoveResult> {
  const differingNames = differingTables(source.shapes, target.shapes);
  if (differingNames.length > 0)
    throw new ShopError(
      'refused',
      `These tables differ from those of this version: ${differingNames.join(', ')}. Nothing was moved.`,
    );
  const result: MoveResult = { tables: new Map(), nulTexts: new Map() };
  for (const shape of source.shapes)
    result.tables.set(shape.name, await copyTable(source, target, shape, result, onProgress));
  await target.complete(await source.counters());
  for (const shape of source.shapes) await compareTable(target, shape, result.tables.get(shape.name));
  return result;
}

async function copyTable(
  source: Source,
  target: Target,
  shape: TableShape,
  result: MoveResult,
  onProgress: ReportProgress,
): Promise<TableSum> {
  const digest = new RowDigest();
  let copiedRows = 0;
  for await (const rows of source.rows(shape)) {
    if (!target.supportsNul) dropNul(shape, rows, result.nulTexts);
    digest.add(rows);
    await target.insert(shape, rows);
    copiedRows += rows.length;
    onProgress(shape.name, copiedRows);
  }
  return digest.end();
}

/** Removes NUL characters from texts, as is done in forms, and counts the texts in `nulTexts`. */
function dropNul({ name, columns }: TableShape, rows: Row[], nulTexts: Map<string, number>): void {
  for (const row of rows)
    for (const [index, text] of row.entries()) {
      if (!text?.includes('\0')) continue;
      row[index] = text.replaceAll('\0', '');
      const column = `${name}.${columns[index]?.name}`;
      nulTexts.set(column, (nulTexts.get(column) ?? 0) + 1);
    }
}

async function compareTable(target: Target, shape: TableShape, expected: TableSum | undefined): Promise<void> {
  const digest = new RowDigest();
  for await (const rows of target.rows(shape)) digest.add(rows);
  const copiedSum = digest.end();
  if (copiedSum.rows !== expected?.rows)
    throw new Error(`${shape.name}: expected ${expected?.rows} rows, found ${copiedSum.rows}. Nothing was moved.`);
  if (copiedSum.sha256 !== expected.sha256)
    throw new Error(`${shape.name} is not the same after copying. Nothing was moved.`);
}
