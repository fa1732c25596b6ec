import { CompiledQuery, type Dialect, type Driver } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import type { Sql } from 'postgres';
import { loadPostgres } from '#lib/db/mended-postgres.server.ts';
import { PostgresPool } from '#lib/db/postgres-pool.server.ts';
import { isDatabaseUnavailable } from '#lib/db/unavailable.server.ts';

const CONNECTIONS = 10;
/** Nobody waits longer than this for a database that is away. */
const CONNECT_WITHIN_S = 5;

/** PostgreSQL through postgres.js. 64-bit integers come back as numbers: every key and amount is below 2^53. */
export async function postgresDialect(url: string): Promise<Dialect> {
  const postgres = await loadPostgres();
  return new ShopPostgresDialect(
    new PostgresPool(CONNECTIONS, (onclose) =>
      postgres(url, {
        max: 1,
        connect_timeout: CONNECT_WITHIN_S,
        // By itself it would end a connection amid a transaction; the pool does so between two.
        max_lifetime: null,
        onclose,
        onnotice: () => {},
        types: { int8: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number } },
      }),
    ),
  );
}

class ShopPostgresDialect extends PostgresJSDialect {
  constructor({ reserve, end }: PostgresPool) {
    // The dialect reserves connections and ends the pool, and nothing else; it knows a pool by its being a function.
    super({ postgres: Object.assign(() => {}, { reserve, end }) as unknown as Sql });
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    // A connection that is lost has nothing to roll back, and why it was lost is the error to tell. Kysely's own way asks
    // something of the connection that this dialect's has not.
    driver.rollbackTransaction = async (connection) => {
      try {
        await connection.executeQuery(CompiledQuery.raw('rollback'));
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
      }
    };
    return driver;
  }
}
