import { type Kysely, sql } from 'kysely';
import type { Tables } from '#lib/platform/db/query/tables.ts';

/**
 * Returns the distinct values of a text column in ascending order, without null. Each value is found by one lookup in
 * the column's index, regardless of the number of rows.
 */
export async function distinctValues<Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
  column: keyof Tables[Table] & string,
  limit?: number,
): Promise<string[]> {
  const tableName = sql.table(table);
  const columnRef = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      select min(${columnRef}) from ${tableName} where ${columnRef} is not null
      union all
      select (select min(${columnRef}) from ${tableName} where ${columnRef} > found.value) from found where found.value is not null
    )
    select value from found where value is not null ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db);
  return rows.map((row) => row.value);
}
