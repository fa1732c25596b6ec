import { Kysely, type LogConfig } from 'kysely';
import { PostgresPool } from '#lib/platform/db/postgres/postgres-pool.server.ts';
import { dialectOn } from '#lib/platform/db/postgres-dialect.server.ts';
import { BULK_LIMITS, REQUEST_LIMITS } from '#lib/platform/db/query/limits.ts';
import type { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { StaleReadsPool } from '#lib/platform/db/standby/stale-reads-pool.server.ts';
import { Standby } from '#lib/platform/db/standby/standby.server.ts';

const CONNECTIONS = 10;
const BULK_CONNECTIONS = 2;

interface Addresses {
  primary: string;
  standby: string | undefined;
}

export function postgresHandles({ primary, standby: copy }: Addresses, context: QueryContext, log?: LogConfig) {
  const on = (pool: PostgresPool | StaleReadsPool) =>
    new Kysely<Tables>({ dialect: dialectOn(pool), ...(log && { log }) });
  const pool = new PostgresPool(primary, context, CONNECTIONS, REQUEST_LIMITS);
  const write = on(pool);
  const bulk = on(new PostgresPool(primary, context, BULK_CONNECTIONS, BULK_LIMITS));
  const standby = copy === undefined ? undefined : new Standby(copy, context);
  const read = standby ? on(new StaleReadsPool(pool, standby, context)) : write;
  async function close(): Promise<void> {
    await Promise.all([standby?.end(), write.destroy(), bulk.destroy()]);
  }
  return { read, write, bulk, standby, close };
}
