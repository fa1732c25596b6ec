import type { PostgresQueryResult } from 'kysely';
import type { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import type { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import type { Standby } from '#lib/platform/db/standby/standby.server.ts';

/**
 * A pool for Kysely. It uses the standby if stale reads are allowed and the standby can be used, and the primary in all
 * other cases.
 */
export function staleReadsPool(primary: PostgresPool, standby: Standby, context: QueryContext) {
  async function query<R>(sql: string, parameters: readonly unknown[] = []): Promise<PostgresQueryResult<R>> {
    const { staleReads } = context;
    const result = staleReads && (await standby.query<R>(staleReads, sql, parameters));
    if (result) return result;
    const client = await primary.connect();
    return client.query<R>(sql, parameters).finally(() => client.release());
  }
  return {
    options: {},
    connect: async () => ({ query, release: () => {} }),
    /** Does nothing, because the creator of both pools closes them. */
    end: async () => {},
  };
}
