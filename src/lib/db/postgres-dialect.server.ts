import type { Dialect } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres from 'postgres';

const CONNECTIONS = 10;
/** A database that is away is asked again this often, and nobody waits for it longer than that. */
const CONNECT_WITHIN_S = 5;
const CONNECT_AGAIN_S = 0.5;

/** PostgreSQL through postgres.js. 64-bit integers come back as numbers: every key and amount is below 2^53. */
export function postgresDialect(url: string): Dialect {
  const sql = postgres(url, {
    max: CONNECTIONS,
    connect_timeout: CONNECT_WITHIN_S,
    backoff: () => CONNECT_AGAIN_S,
    onnotice: () => {},
    types: { int8: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number } },
  });
  return new PostgresJSDialect({ postgres: sql });
}
