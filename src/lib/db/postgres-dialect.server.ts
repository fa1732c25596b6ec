import type { Dialect } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres from 'postgres';

const CONNECTIONS = 10;

/** PostgreSQL through postgres.js. 64-bit integers come back as numbers: every key and amount is below 2^53. */
export function postgresDialect(url: string): Dialect {
  const sql = postgres(url, {
    max: CONNECTIONS,
    onnotice: () => {},
    types: { int8: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number } },
  });
  return new PostgresJSDialect({ postgres: sql });
}
