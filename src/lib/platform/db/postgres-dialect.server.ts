import {
  type BinaryOperationNode,
  type Dialect,
  type Driver,
  type PostgresPool as KyselyPool,
  PostgresDialect,
  PostgresQueryCompiler,
} from 'kysely';
import type { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import { emptyListResult } from '#lib/platform/db/query/empty-list.server.ts';
import { isDatabaseUnavailable } from '#lib/platform/db/query/unavailable.server.ts';
import type { staleReadsPool } from '#lib/platform/db/standby/stale-reads-pool.server.ts';

export type ShopPool = PostgresPool | ReturnType<typeof staleReadsPool>;

export function dialectFor(pool: ShopPool): Dialect {
  // Kysely's type also requires cursors, which the shop never uses.
  return new ShopPostgresDialect({ pool: pool as unknown as KyselyPool });
}

class QueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const result = emptyListResult(node);
    if (result) this.append(result);
    else super.visitBinaryOperation(node);
  }
}

class ShopPostgresDialect extends PostgresDialect {
  override createQueryCompiler = () => new QueryCompiler();

  override createDriver(): Driver {
    const driver = super.createDriver();
    const rollback = driver.rollbackTransaction.bind(driver);
    // A lost connection has nothing to roll back, and the error of the rollback must not hide the original error.
    driver.rollbackTransaction = (connection) =>
      rollback(connection).catch((error) => {
        if (!isDatabaseUnavailable(error)) throw error;
      });
    return driver;
  }
}
