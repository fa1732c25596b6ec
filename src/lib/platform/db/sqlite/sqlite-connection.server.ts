import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';

const MAX_CACHED_STATEMENTS = 500;
/** The busy timeout while the file is opened, because two processes may create the same file. */
const OPEN_TIMEOUT_MS = 5_000;

interface PreparedStatement {
  statement: StatementSync;
  returnsRows: boolean;
}

/**
 * A connection to the file of the database, which is opened at the first statement. A statement throws immediately if
 * it needs a lock that another process holds.
 */
export class SqliteConnection {
  readonly #path: string;
  readonly #cacheKb: number;
  #db: DatabaseSync | undefined;
  readonly #statements = new LRUCache<string, PreparedStatement>({ max: MAX_CACHED_STATEMENTS });

  constructor(path: string, cacheKb: number) {
    this.#path = path;
    this.#cacheKb = cacheKb;
  }

  get isInTransaction(): boolean {
    return this.#db?.isTransaction ?? false;
  }

  close(): void {
    this.#statements.clear();
    this.#db?.close();
    this.#db = undefined;
  }

  run<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, returnsRows } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): PreparedStatement {
    const existingStatement = this.#statements.get(sql);
    if (existingStatement) return existingStatement;
    this.#db ??= this.#open();
    const statement = this.#db.prepare(sql);
    const preparedStatement = { statement, returnsRows: statement.columns().length > 0 };
    this.#statements.set(sql, preparedStatement);
    return preparedStatement;
  }

  #open(): DatabaseSync {
    restrictAccess(this.#path);
    const db = new DatabaseSync(this.#path, { timeout: OPEN_TIMEOUT_MS });
    try {
      // `synchronous` is `full`, because `normal` may lose confirmed commits in a power failure. Checkpoints are rare
      // (every 16 MB), so that pages that change often are written less often. There is no busy timeout, because waiting
      // inside SQLite would block the whole process.
      db.exec(
        `pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000; pragma foreign_keys = on; pragma cache_size = -${this.#cacheKb}; pragma temp_store = memory; pragma busy_timeout = 0;`,
      );
    } catch (error) {
      // Without this, the -wal and -shm files would remain on a full disk.
      db.close();
      throw error;
    }
    return db;
  }
}

const GROUP_AND_OTHERS = 0o077;

/**
 * Allows only the file's owner to read and write it, because it contains customer data. Creates the file if it is
 * missing. SQLite gives new -wal and -shm files the mode of the main file.
 */
function restrictAccess(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(file) && (statSync(file).mode & GROUP_AND_OTHERS) !== 0) chmodSync(file, 0o600);
  }
}
