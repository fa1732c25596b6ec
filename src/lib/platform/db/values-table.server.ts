import { type RawBuilder, sql } from 'kysely';

/**
 * Returns pairs of integers as the rows of a table `given`. Both databases name its columns `column1` and `column2`.
 */
export function valuesTable(pairs: Iterable<readonly [number, number]>): RawBuilder<unknown> {
  const rows = [...pairs].map(([first, second]) => sql`(cast(${first} as bigint), cast(${second} as bigint))`);
  return sql`(values ${sql.join(rows)}) as given`;
}
