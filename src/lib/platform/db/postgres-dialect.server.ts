import { type Dialect, type Driver, type PostgresPool as KyselysPool, PostgresDialect } from 'kysely';
import type { Asker } from '#lib/platform/db/asker.server.ts';
import type { Limits } from '#lib/platform/db/limits.ts';
import { PostgresPool } from '#lib/platform/db/postgres-pool.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/unavailable.server.ts';

/** PostgreSQL through pg. 64-bit integers come back as numbers. */
export function postgresDialect(url: string, asker: Asker, connections: number, limits: Limits): Dialect {
  // Its type asks for cursors too, which the shop has no use for.
  const pool = async () => new PostgresPool(url, asker, connections, limits) as unknown as KyselysPool;
  return new ShopPostgresDialect({ pool });
}

class ShopPostgresDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const rollback = driver.rollbackTransaction.bind(driver);
    // A connection that is lost has nothing to roll back, and why it was lost is the error to tell.
    driver.rollbackTransaction = (connection) =>
      rollback(connection).catch((error) => {
        if (!isDatabaseUnavailable(error)) throw error;
      });
    return driver;
  }
}
