import { Kysely, type LogConfig } from 'kysely';
import { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import { dialectFor, type ShopPool } from '#lib/platform/db/postgres-dialect.server.ts';
import { BULK_LIMITS, REQUEST_LIMITS } from '#lib/platform/db/query/limits.ts';
import type { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { staleReadsPool } from '#lib/platform/db/standby/stale-reads-pool.server.ts';
import { Standby } from '#lib/platform/db/standby/standby.server.ts';

const MAX_CONNECTIONS = 10;
const MAX_BULK_CONNECTIONS = 2;

export function postgresHandles(
  primaryUrl: string,
  standbyUrl: string | undefined,
  context: QueryContext,
  log: LogConfig | undefined,
) {
  const kyselyOn = (pool: ShopPool) => new Kysely<Tables>({ dialect: dialectFor(pool), log });
  const pool = new PostgresPool(primaryUrl, context, MAX_CONNECTIONS, REQUEST_LIMITS);
  const write = kyselyOn(pool);
  const bulk = kyselyOn(new PostgresPool(primaryUrl, context, MAX_BULK_CONNECTIONS, BULK_LIMITS));
  const standby = standbyUrl === undefined ? undefined : new Standby(standbyUrl, context);
  const read = standby ? kyselyOn(staleReadsPool(pool, standby, context)) : write;
  async function close(): Promise<void> {
    await Promise.all([standby?.end(), write.destroy(), bulk.destroy()]);
  }
  return { read, write, bulk, standby, close };
}
