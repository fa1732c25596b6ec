import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type LogConfig, type Transaction } from 'kysely';
import { TimedSemaphore } from '#lib/platform/concurrency/timed-semaphore.ts';
import { BULK_LIMITS, type Limits, REQUEST_LIMITS } from '#lib/platform/db/query/limits.ts';
import { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import type { Tables } from '#lib/platform/db/query/tables.ts';
import { SqliteConnection } from '#lib/platform/db/sqlite/sqlite-connection.server.ts';
import { sqliteDialect } from '#lib/platform/db/sqlite/sqlite-dialect.server.ts';
import type { Standby } from '#lib/platform/db/standby/standby.server.ts';

export type Engine = 'sqlite' | 'postgres';
export type Tx = Transaction<Tables>;

export interface ShopDatabase {
  engine: Engine;
  /** May return stale data within `context.withStaleReads`, if there is a standby. */
  read: Kysely<Tables>;
  /** Never returns stale data, so carts, checkout and accounts also read through it. */
  write: Kysely<Tables>;
  /** Has the time limits of imports and migrations, and on PostgreSQL its own connections. */
  bulk: Kysely<Tables>;
  context: QueryContext;
  standby?: Standby | undefined;
  /** Within `asOneTransaction`, its transaction, to which all statements and inner transactions belong. */
  openTx?: Tx | undefined;
  /** Returns the value for this name, which `make` creates once for each database, so that modules need no state. */
  memo<T>(name: string, make: () => T): T;
  close(): Promise<void>;
}

/**
 * The size of SQLite's cache for each connection, in kB. Pages of the file that are not in SQLite's cache are read from
 * the operating system's cache within microseconds.
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
  /**
   * The URL of a standby, used to render shared pages. The standby is used only after a call of `standby.begin`, or in a
   * thread `standby.applyBound`, because only then is it known what the standby must have replayed.
   */
  databaseReadUrl?: string | undefined;
  dataDir: string;
  cacheKb?: number;
  /** Whether to use SQLite in a new folder that `close` deletes. */
  isTemporary?: boolean;
  onStatement?: StatementListener | undefined;
}

/**
 * Opens PostgreSQL at `databaseUrl`, or SQLite in `dataDir` if there is no `databaseUrl`. The caller must call
 * `migrate` before anything else.
 */
export async function openDatabase(options: DatabaseOptions): Promise<ShopDatabase> {
  if (options.databaseUrl && !options.isTemporary) return openPostgres(options.databaseUrl, options);
  if (!options.isTemporary) return openSqlite(options, () => {});
  const dir = mkdtempSync(join(tmpdir(), 'shop-db-'));
  return openSqlite({ ...options, dataDir: dir }, () => rmSync(dir, { recursive: true, force: true }));
}

function kyselyLog(engine: Engine, { onStatement }: DatabaseOptions): LogConfig | undefined {
  if (!onStatement) return undefined;
  return ({ query, queryDurationMillis, level }) =>
    onStatement(engine, { sql: query.sql, ms: queryDurationMillis, hasFailed: level === 'error' });
}

async function openPostgres(primaryUrl: string, options: DatabaseOptions): Promise<ShopDatabase> {
  const { postgresHandles } = await import('#lib/platform/db/postgres-handles.server.ts');
  const context = new QueryContext();
  const handles = postgresHandles(primaryUrl, options.databaseReadUrl, context, kyselyLog('postgres', options));
  return { engine: 'postgres', ...handles, context, memo: memoizer() };
}

function openSqlite(options: DatabaseOptions, cleanUp: () => void): ShopDatabase {
  const { dataDir: dir, cacheKb = CACHE_KB } = options;
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'shop.sqlite');
  const writer = new SqliteConnection(path, cacheKb);
  const reader = new SqliteConnection(path, cacheKb);
  const context = new QueryContext();
  const parts = { writer, reader, context, semaphore: new TimedSemaphore() };
  const kyselyWith = (limits: Limits) =>
    new Kysely<Tables>({ dialect: sqliteDialect(parts, limits), log: kyselyLog('sqlite', options) });
  const write = kyselyWith(REQUEST_LIMITS);
  async function close(): Promise<void> {
    reader.close();
    writer.close();
    cleanUp();
  }
  // `read` is `write`, because the writer sends reads to the reader and there is no standby.
  return { engine: 'sqlite', read: write, write, bulk: kyselyWith(BULK_LIMITS), context, memo: memoizer(), close };
}

function memoizer(): ShopDatabase['memo'] {
  const values = new Map<string, unknown>();
  return <T>(name: string, make: () => T): T => {
    if (!values.has(name)) values.set(name, make());
    return values.get(name) as T;
  };
}
