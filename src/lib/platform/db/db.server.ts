import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type LogEvent, type Transaction } from 'kysely';
import { BULK_LIMITS, type Limits, REQUEST_LIMITS } from '#lib/platform/db/query/limits.ts';
import { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { SqliteConnection } from '#lib/platform/db/sqlite/sqlite-connection.server.ts';
import { SqliteDialect } from '#lib/platform/db/sqlite/sqlite-dialect.server.ts';
import { SqliteWriter } from '#lib/platform/db/sqlite/sqlite-writer.server.ts';
import type { Standby } from '#lib/platform/db/standby/standby.server.ts';

export type Engine = 'sqlite' | 'postgres';
export type Tx = Transaction<Tables>;

/**
 * `read` may be stale within `context.withStaleReads`, if there is a standby; carts, checkout and accounts read through
 * `write`. `bulk` also writes: it has the time limits of imports and migrations, and on PostgreSQL its own connections.
 */
export interface ShopDatabase {
  engine: Engine;
  read: Kysely<Tables>;
  write: Kysely<Tables>;
  bulk: Kysely<Tables>;
  context: QueryContext;
  standby?: Standby | undefined;
  /** The transaction of `asOneTransaction`, to which all statements and inner transactions belong. */
  openTx?: Tx | undefined;
  /** Returns the value that `make` created for this name, once per database, so that modules need no state. */
  memo<T>(name: string, make: () => T): T;
  close(): Promise<void>;
}

/**
 * The size of SQLite's cache for each connection. The other pages of the file are read from the operating system's
 * cache, in microseconds.
 */
const CACHE_KB = 4_000;

export interface ExecutedStatement {
  sql: string;
  ms: number;
  hasFailed: boolean;
}

export type StatementListener = (engine: Engine, statement: ExecutedStatement) => void;

export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  /** The standby, for rendering shared pages. The caller must call `standby.begin` or `standby.applyBound`. */
  databaseReadUrl?: string | undefined;
  dataDir: string;
  cacheKb?: number;
  /** Uses SQLite in a new folder that `close` deletes. */
  temporary?: boolean;
  onStatement?: StatementListener | undefined;
}

/**
 * Opens PostgreSQL at `databaseUrl`, or else SQLite in `dataDir`. The caller must call `migrate` before anything else.
 */
export async function openDatabase(options: DatabaseOptions): Promise<ShopDatabase> {
  if (options.databaseUrl && !options.temporary) return openPostgres(options.databaseUrl, options);
  if (!options.temporary) return openSqlite(options, () => {});
  const dir = mkdtempSync(join(tmpdir(), 'shop-db-'));
  return openSqlite({ ...options, dataDir: dir }, () => rmSync(dir, { recursive: true, force: true }));
}

function kyselyLog(engine: Engine, { onStatement }: DatabaseOptions): { log?: (event: LogEvent) => void } {
  if (!onStatement) return {};
  return {
    log: ({ query, queryDurationMillis, level }) =>
      onStatement(engine, { sql: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' }),
  };
}

async function openPostgres(primary: string, options: DatabaseOptions): Promise<ShopDatabase> {
  const { postgresHandles } = await import('#lib/platform/db/postgres-handles.server.ts');
  const context = new QueryContext();
  const urls = { primary, standby: options.databaseReadUrl };
  const handles = postgresHandles(urls, context, kyselyLog('postgres', options).log);
  return { engine: 'postgres', ...handles, context, memo: memoizer() };
}

function openSqlite(options: DatabaseOptions, cleanUp: () => void): ShopDatabase {
  const { dataDir: dir, cacheKb = CACHE_KB } = options;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'shop.sqlite');
  const reader = new SqliteConnection(path, cacheKb);
  const context = new QueryContext();
  const writer = new SqliteWriter(new SqliteConnection(path, cacheKb), reader, context);
  const kyselyWith = (limits: Limits) =>
    new Kysely<Tables>({ dialect: new SqliteDialect(writer, limits), ...kyselyLog('sqlite', options) });
  const write = kyselyWith(REQUEST_LIMITS);
  async function close(): Promise<void> {
    reader.close();
    writer.close();
    cleanUp();
  }
  // The writer sends reads to the reader, and there is no replica.
  return { engine: 'sqlite', read: write, write, bulk: kyselyWith(BULK_LIMITS), context, memo: memoizer(), close };
}

function memoizer(): ShopDatabase['memo'] {
  const values = new Map<string, unknown>();
  return <T>(name: string, make: () => T): T => {
    if (!values.has(name)) values.set(name, make());
    return values.get(name) as T;
  };
}
