import { CompiledQuery, type DatabaseConnection, type Dialect, type Driver } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import type { Sql } from 'postgres';
import { loadPostgres } from '#lib/db/mended-postgres.server.ts';
import { isDatabaseUnavailable } from '#lib/db/unavailable.server.ts';

const CONNECTIONS = 10;
/** A database that is away is asked again this often, and nobody waits for it longer than that. */
const CONNECT_WITHIN_S = 5;
const CONNECT_AGAIN_S = 0.5;
/** A pool that has lost a connection is given up, but not several times for one fault. */
const POOL_LIVES_MS = 500;

/** PostgreSQL through postgres.js. 64-bit integers come back as numbers: every key and amount is below 2^53. */
export async function postgresDialect(url: string): Promise<Dialect> {
  const postgres = await loadPostgres();
  return new ShopPostgresDialect(() =>
    postgres(url, {
      max: CONNECTIONS,
      connect_timeout: CONNECT_WITHIN_S,
      backoff: () => CONNECT_AGAIN_S,
      onnotice: () => {},
      types: { int8: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number } },
    }),
  );
}

/** postgres.js does not get over connections that are lost amid a transaction: another pool takes over then. */
class RenewedPool {
  readonly #open: () => Sql;
  #sql: Sql;
  #openedAt = performance.now();
  constructor(open: () => Sql) {
    this.#open = open;
    this.#sql = open();
  }
  reserve = () => this.#sql.reserve();
  end = () => this.#sql.end();

  renew(): void {
    if (performance.now() - this.#openedAt < POOL_LIVES_MS) return;
    const old = this.#sql;
    this.#sql = this.#open();
    this.#openedAt = performance.now();
    old.end({ timeout: CONNECT_WITHIN_S }).catch(() => {});
  }
}

class ShopPostgresDialect extends PostgresJSDialect {
  readonly #pool: RenewedPool;
  constructor(open: () => Sql) {
    const pool = new RenewedPool(open);
    // The dialect reserves connections and ends the pool, and nothing else; it knows a pool by its being a function.
    super({ postgres: Object.assign(() => {}, { reserve: pool.reserve, end: pool.end }) as unknown as Sql });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    const pool = this.#pool;
    const driver = super.createDriver();
    const run = async (connection: DatabaseConnection, sql: string) => {
      await connection.executeQuery(CompiledQuery.raw(sql));
    };
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      const connection = await acquire(options).catch(renewing);
      const execute = connection.executeQuery.bind(connection) as typeof connection.executeQuery;
      connection.executeQuery = <R>(query: CompiledQuery) => execute<R>(query).catch(renewing);
      return connection;
    };
    // A connection that is lost has nothing to roll back, and why it was lost is the error to tell. Kysely's own way asks
    // something of the connection that this dialect's has not.
    driver.rollbackTransaction = (connection) =>
      run(connection, 'rollback').catch((error: unknown) => {
        if (!isDatabaseUnavailable(error)) throw error;
      });
    return driver;

    function renewing(error: unknown): never {
      if (isDatabaseUnavailable(error)) pool.renew();
      throw error;
    }
  }
}
