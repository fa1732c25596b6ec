import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import { postgresDialect } from '#lib/db/postgres-dialect.server.ts';
import { SqliteDialect } from '#lib/db/sqlite-dialect.server.ts';
import type { Tables } from '#lib/db/tables.ts';

export type Engine = 'sqlite' | 'postgres';
export type Tx = Transaction<Tables>;

/** The shop's database. `read` may lag behind on a replica; carts, checkout and accounts read through `write`. */
export interface ShopDatabase {
  engine: Engine;
  read: Kysely<Tables>;
  write: Kysely<Tables>;
  /** One value per name for the life of this database (such as the listing index), so that no module keeps state. */
  keep<T>(name: string, make: () => T): T;
  close(): Promise<void>;
}

const CACHE_KB = 32_000;

export interface DatabaseOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Memory for pages of SQLite, a connection. */
  cacheKb?: number;
  /** For tests: SQLite in a temporary folder that is removed at close. */
  temporary?: boolean;
}

/** Opens PostgreSQL when `databaseUrl` is given, else SQLite in `dataDir`. Run `migrate` before anything else. */
export async function openDatabase(options: DatabaseOptions): Promise<ShopDatabase> {
  if (options.databaseUrl && !options.temporary) return openPostgres(options.databaseUrl);
  if (!options.temporary) return openSqlite(options.dataDir, options.cacheKb, () => {});
  const dir = mkdtempSync(join(tmpdir(), 'taana-db-'));
  return openSqlite(dir, options.cacheKb, () => rmSync(dir, { recursive: true, force: true }));
}

async function openPostgres(url: string): Promise<ShopDatabase> {
  const db = new Kysely<Tables>({ dialect: await postgresDialect(url) });
  return { engine: 'postgres', read: db, write: db, keep: keeper(), close: () => db.destroy() };
}

function openSqlite(dir: string, cacheKb = CACHE_KB, cleanUp: () => void): ShopDatabase {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, 'shop.sqlite');
  const write = new Kysely<Tables>({ dialect: new SqliteDialect(path, 'write', cacheKb) });
  const read = new Kysely<Tables>({ dialect: new SqliteDialect(path, 'read', cacheKb) });
  async function close(): Promise<void> {
    await read.destroy();
    await write.destroy();
    cleanUp();
  }
  return { engine: 'sqlite', read, write, keep: keeper(), close };
}

function keeper(): ShopDatabase['keep'] {
  const kept = new Map<string, unknown>();
  return <T>(name: string, make: () => T): T => {
    if (!kept.has(name)) kept.set(name, make());
    return kept.get(name) as T;
  };
}
