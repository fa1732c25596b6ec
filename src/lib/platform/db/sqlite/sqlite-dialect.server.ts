import {
  type BinaryOperationNode,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { emptyListResult } from '#lib/platform/db/query/empty-list.server.ts';
import type { Limits } from '#lib/platform/db/query/limits.ts';
import {
  BorrowedSqliteConnection,
  type SharedConnections,
} from '#lib/platform/db/sqlite/borrowed-connection.server.ts';

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Disables Kysely's queue, which has no deadlines. `BorrowedSqliteConnection` has a queue of its own. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class QueryCompiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const result = emptyListResult(node);
    if (result) this.append(result);
    else super.visitBinaryOperation(node);
  }
}

export function sqliteDialect(shared: SharedConnections, { totalMs }: Limits): Dialect {
  const asBorrowed = (connection: unknown) => connection as BorrowedSqliteConnection;
  return {
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new QueryCompiler(),
    createIntrospector: (db: Kysely<never>) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => new BorrowedSqliteConnection(shared, shared.context.deadline(totalMs)),
      beginTransaction: (connection) => asBorrowed(connection).begin(),
      commitTransaction: (connection) => asBorrowed(connection).commit(),
      rollbackTransaction: (connection) => asBorrowed(connection).rollback(),
      releaseConnection: async (connection) => asBorrowed(connection).release(),
      destroy: async () => {},
    }),
  };
}
