import { CompiledQuery, PostgresAdapter } from 'kysely';
import { chunksForInsert } from '#lib/platform/db/chunks.ts';
import type { Tx } from '#lib/platform/db/db.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/**
 * Inserts many rows with the same columns. If `updatedColumns` is set, a row whose id already exists updates these
 * columns. This function is faster than Kysely, which creates a node for each value, and its statements can be
 * prepared.
 */
export async function insertRows<Table extends keyof Tables & string>(
  tx: Tx,
  table: Table,
  rows: Tables[Table][],
  updatedColumns?: readonly string[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const insertClause = `insert into "${table}" (${columns.map(quotedName).join()})`;
  const onConflict = updatedColumns
    ? ` on conflict ("id") do update set ${updatedColumns.map((column) => `${quotedName(column)} = excluded.${quotedName(column)}`).join()}`
    : '';
  const isPostgres = tx.getExecutor().adapter instanceof PostgresAdapter;
  for (const chunk of chunksForInsert(rows)) {
    const { source, parameters } = isPostgres ? jsonSource(table, columns, chunk) : valuesSource(columns, chunk);
    await tx.executeQuery(CompiledQuery.raw(`${insertClause} ${source}${onConflict}`, parameters));
  }
}

function jsonSource(table: string, columns: string[], rows: object[]) {
  const source = `select ${columns.map(quotedName).join()} from json_populate_recordset(null::"${table}", $1::json)`;
  return { source, parameters: [JSON.stringify(rows)] };
}

/** Returns the rows as parameters, which SQLite reads faster than JSON. */
function valuesSource(columns: string[], rows: object[]) {
  const placeholders = `(${columns.map(() => '?').join()})`;
  const parameters: unknown[] = [];
  for (const row of rows as Record<string, unknown>[]) {
    for (const column of columns) parameters.push(row[column] ?? null);
  }
  return { source: `values ${rows.map(() => placeholders).join()}`, parameters };
}

function quotedName(name: string): string {
  return `"${name}"`;
}
