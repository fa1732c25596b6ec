import { type RawBuilder, sql } from 'kysely';

/** What an insert that meets a row of the same id writes over it. */
export function comingColumns<T extends object>(columns: T): { [Column in keyof T]: RawBuilder<T[Column]> } {
  const coming = Object.keys(columns).map((name) => [name, sql.ref(`excluded.${name}`)]);
  return Object.fromEntries(coming);
}
