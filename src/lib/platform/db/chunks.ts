/** The limit on parameters in a statement. SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const MAX_PARAMETERS = 30_000;

/**
 * Yields the rows in chunks of up to 500 rows that are small enough for one statement. All rows must have the same
 * columns.
 */
export function* chunksForInsert<T extends object>(rows: T[]): Generator<T[]> {
  const columnCount = Object.keys(rows[0] ?? {}).length || 1;
  yield* chunks(rows, Math.min(500, Math.floor(MAX_PARAMETERS / columnCount)));
}

export function* chunks<T>(items: readonly T[], size = 1_000): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
