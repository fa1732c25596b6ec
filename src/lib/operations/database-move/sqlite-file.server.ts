import type { DatabaseSync } from 'node:sqlite';
import type { Row } from '#lib/operations/database-move/place.ts';
import { type Ask, selectAll, type TableShape } from '#lib/operations/database-move/table-shape.server.ts';

const ROWS = 500;
const CHARACTERS = 1_000_000;

export function askFile(file: DatabaseSync): Ask {
  return async (text) => file.prepare(text).all();
}

export async function* rowsOfFile(file: DatabaseSync, shape: TableShape): AsyncIterable<Row[]> {
  const statement = file.prepare(selectAll(shape, 'sqlite'));
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  let portion: Row[] = [];
  let characters = 0;
  // With arrays asked for, a row is an array of values; the types know objects only.
  for (const values of statement.iterate() as Iterable<unknown> as Iterable<unknown[]>) {
    const row = values.map((value) => (value === null ? null : String(value)));
    for (const text of row) characters += text?.length ?? 0;
    portion.push(row);
    if (portion.length < ROWS && characters < CHARACTERS) continue;
    yield portion;
    portion = [];
    characters = 0;
  }
  if (portion.length > 0) yield portion;
}
