import type { PostgresQueryResult } from 'kysely';
import type { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import type { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import type { Standby } from '#lib/platform/db/standby/standby.server.ts';

/**
 * A pool for Kysely. It uses the standby if stale reads are allowed and the standby can be used, and the primary in all
 * other cases.
 */
export class StaleReadsPool {
  readonly options = {};
  readonly #primary: PostgresPool;
  readonly #standby: Standby;
  readonly #context: QueryContext;

  constructor(primary: PostgresPool, standby: Standby, context: QueryContext) {
    this.#primary = primary;
    this.#standby = standby;
    this.#context = context;
  }

  connect = async () => ({ query: this.#query, release: () => {} });

  /** Does nothing, because the creator of both pools closes them. */
  end = async (): Promise<void> => {};

  #query = async <R>(sql: string, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<R>> => {
    const { staleReads } = this.#context;
    const result = staleReads && (await this.#standby.query<R>(staleReads, sql, parameters));
    if (result) return result;
    const client = await this.#primary.connect();
    return client.query<R>(sql, parameters).finally(() => client.release());
  };
}
