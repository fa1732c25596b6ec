import { RowDigest, type TableDigest } from '#lib/operations/database-move/row-digest.server.ts';
import type { Row, Source, Target } from '#lib/operations/database-move/source-and-target.ts';
import { differingTables, type TableShape } from '#lib/operations/database-move/table-shape.server.ts';
import { ShopError } from '#lib/platform/errors/shop-error.ts';

export interface MoveResult {
  tableDigests: Map<string, TableDigest>;
  /** The number of texts with NUL characters, which PostgreSQL can't store, by `table.column`. */
  nulTextCounts: Map<string, number>;
}

/** `rowCount` is the number of rows that have been copied from the table so far. */
export type ReportProgress = (table: string, rowCount: number) => void;

/**
 * Copies all rows, and compares the tables afterwards. Throws a ShopError `refused` if the source's tables differ from
 * this version's tables, and an Error if the copied rows differ.
 */
export async function copyTables(source: Source, target: Target, onProgress: ReportProgress): Promise<MoveResult> {
  const differingNames = differingTables(source.shapes, target.shapes);
  if (differingNames.length > 0)
    throw new ShopError(
      'refused',
      `These tables differ from those of this version: ${differingNames.join(', ')}. Nothing was moved.`,
    );
  const result: MoveResult = { tableDigests: new Map(), nulTextCounts: new Map() };
  for (const shape of source.shapes)
    result.tableDigests.set(shape.name, await copyTable(source, target, shape, result, onProgress));
  await target.complete(await source.counters());
  for (const shape of source.shapes) await compareTable(target, shape, result.tableDigests.get(shape.name));
  return result;
}

async function copyTable(
  source: Source,
  target: Target,
  shape: TableShape,
  result: MoveResult,
  onProgress: ReportProgress,
): Promise<TableDigest> {
  const digest = new RowDigest();
  let copiedRowCount = 0;
  for await (const rows of source.rows(shape)) {
    if (!target.supportsNul) dropNul(shape, rows, result.nulTextCounts);
    digest.add(rows);
    await target.insert(shape, rows);
    copiedRowCount += rows.length;
    onProgress(shape.name, copiedRowCount);
  }
  return digest.end();
}

/** Removes NUL characters from texts, as is done with form input, and counts the texts in `nulTextCounts`. */
function dropNul({ name, columns }: TableShape, rows: Row[], nulTextCounts: Map<string, number>): void {
  for (const row of rows)
    for (const [index, text] of row.entries()) {
      if (!text?.includes('\0')) continue;
      row[index] = text.replaceAll('\0', '');
      const column = `${name}.${columns[index]?.name}`;
      nulTextCounts.set(column, (nulTextCounts.get(column) ?? 0) + 1);
    }
}

async function compareTable(target: Target, shape: TableShape, expected: TableDigest | undefined): Promise<void> {
  const digest = new RowDigest();
  for await (const rows of target.rows(shape)) digest.add(rows);
  const copiedDigest = digest.end();
  if (copiedDigest.rowCount !== expected?.rowCount)
    throw new Error(
      `${shape.name}: expected ${expected?.rowCount} rows, found ${copiedDigest.rowCount}. Nothing was moved.`,
    );
  if (copiedDigest.sha256 !== expected.sha256)
    throw new Error(`${shape.name} is not the same after copying. Nothing was moved.`);
}
