import type { DatabaseSync } from 'node:sqlite';
import type { Row } from '#lib/operations/database-move/source-and-target.ts';
import { type RunQuery, selectAll, type TableShape } from '#lib/operations/database-move/table-shape.server.ts';

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_000_000;

export function sqliteQuery(file: DatabaseSync): RunQuery {
  return async (text) => file.prepare(text).all();
}

export async function* sqliteRows(file: DatabaseSync, shape: TableShape): AsyncIterable<Row[]> {
  const statement = file.prepare(selectAll(shape, 'sqlite'));
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  let batch: Row[] = [];
  let characterCount = 0;
  // With `setReturnArrays`, a row is an array of values, but the types only allow objects.
  for (const storedValues of statement.iterate() as Iterable<unknown> as Iterable<unknown[]>) {
    const row = storedValues.map((value) => (value === null ? null : String(value)));
    for (const text of row) characterCount += text?.length ?? 0;
    batch.push(row);
    if (batch.length < BATCH_ROWS && characterCount < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characterCount = 0;
  }
  if (batch.length > 0) yield batch;
}
