import { type RawBuilder, sql } from 'kysely';

/** Pairs of whole numbers as rows of a table `given`. Both databases name the columns `column1` and `column2`. */
export function valuesTable(pairs: Iterable<readonly [number, number]>): RawBuilder<unknown> {
  const rows = [...pairs].map(([one, other]) => sql`(cast(${one} as bigint), cast(${other} as bigint))`);
  return sql`(values ${sql.join(rows)}) as given`;
}
