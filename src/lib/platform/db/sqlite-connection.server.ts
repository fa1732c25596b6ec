import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';

const STATEMENTS_KEPT = 500;
/** Only for opening, before the process serves: two that make the same new file wait for each other. */
const OPENING_WAITS_MS = 5_000;

interface Prepared {
  statement: StatementSync;
  givesRows: boolean;
}

/** One connection of node:sqlite, opened by its first statement. A lock that another process holds is an error at once. */
export class SqliteConnection {
  readonly #path: string;
  readonly #cacheKb: number;
  #opened: DatabaseSync | undefined;
  readonly #statements = new LRUCache<string, Prepared>({ max: STATEMENTS_KEPT });

  constructor(path: string, cacheKb: number) {
    this.#path = path;
    this.#cacheKb = cacheKb;
  }

  get isInTransaction(): boolean {
    return this.#opened?.isTransaction ?? false;
  }

  close(): void {
    this.#statements.clear();
    this.#opened?.close();
    this.#opened = undefined;
  }

  run<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, givesRows } = this.#prepare(query.sql);
    const values = query.parameters as SQLInputValue[];
    if (givesRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    this.#opened ??= this.#open();
    const statement = this.#opened.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #open(): DatabaseSync {
    keepPrivate(this.#path);
    const db = new DatabaseSync(this.#path, { timeout: OPENING_WAITS_MS });
    // FULL, because NORMAL may lose acknowledged commits when the power fails. A checkpoint every 16 MB instead of every
    // 4 MB: busy pages are then written back once for many commits. Waiting inside SQLite would stop the whole process.
    db.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000; pragma foreign_keys = on; pragma cache_size = -${this.#cacheKb}; pragma temp_store = memory; pragma busy_timeout = 0;`,
    );
    return db;
  }
}

const EVERYBODY = 0o077;

/** Orders and addresses are nobody else's. SQLite gives its log beside the file the file's own mode. */
function keepPrivate(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    if (existsSync(file) && (statSync(file).mode & EVERYBODY) !== 0) chmodSync(file, 0o600);
  }
}
