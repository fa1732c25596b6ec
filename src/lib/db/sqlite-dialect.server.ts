import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

const STATEMENTS_KEPT = 500;
/** A waiting writer blocks this process's only thread, so other processes keep their transactions far below it. */
const BUSY_TIMEOUT_MS = 5_000;

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely over node:sqlite, one connection each; Kysely's own mutex lets one transaction at a time through it. */
export class SqliteDialect implements Dialect {
  readonly #path: string;
  readonly #use: 'read' | 'write';
  readonly #cacheKb: number;
  constructor(path: string, use: 'read' | 'write', cacheKb: number) {
    this.#path = path;
    this.#use = use;
    this.#cacheKb = cacheKb;
  }
  createAdapter = () => new Adapter();
  createQueryCompiler = () => new SqliteQueryCompiler();
  createIntrospector = (db: Kysely<never>) => new SqliteIntrospector(db);
  createDriver(): Driver {
    const connection = new SqliteConnection(this.#path, this.#cacheKb);
    const run = (sql: string) => async () => void (await connection.executeQuery(CompiledQuery.raw(sql)));
    return {
      init: async () => connection.open(),
      acquireConnection: async () => connection,
      // A plain BEGIN that later writes fails at once with SQLITE_BUSY_SNAPSHOT when another process wrote meanwhile.
      beginTransaction: run(this.#use === 'write' ? 'begin immediate' : 'begin'),
      commitTransaction: run('commit'),
      // A full disk has rolled it back already, and the error of that is the one to tell.
      rollbackTransaction: async () => (connection.isInTransaction ? run('rollback')() : undefined),
      releaseConnection: async () => {},
      destroy: async () => connection.close(),
    };
  }
}

interface Prepared {
  statement: StatementSync;
  givesRows: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #path: string;
  readonly #cacheKb: number;
  #db: DatabaseSync | undefined;
  readonly #statements = new Map<string, Prepared>();
  constructor(path: string, cacheKb: number) {
    this.#path = path;
    this.#cacheKb = cacheKb;
  }

  open(): void {
    this.#db = new DatabaseSync(this.#path, { timeout: BUSY_TIMEOUT_MS });
    // FULL, because NORMAL may lose acknowledged commits when the power fails. A checkpoint every 16 MB instead of every
    // 4 MB: busy pages are then written back once for many commits.
    this.#db.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 4000; pragma foreign_keys = on; pragma cache_size = -${this.#cacheKb}; pragma temp_store = memory;`,
    );
  }

  get isInTransaction(): boolean {
    return this.#db?.isTransaction ?? false;
  }

  close(): void {
    this.#statements.clear();
    this.#db?.close();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, givesRows } = this.#prepare(query.sql);
    const values = query.parameters as SQLInputValue[];
    if (givesRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const statement = this.#db!.prepare(query.sql);
    for (const row of statement.iterate(...(query.parameters as SQLInputValue[]))) yield { rows: [row as R] };
  }

  #prepare(sql: string): Prepared {
    const kept = this.#statements.get(sql);
    if (kept) return kept;
    const statement = this.#db!.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    if (this.#statements.size >= STATEMENTS_KEPT) {
      const oldest = this.#statements.keys().next();
      if (!oldest.done) this.#statements.delete(oldest.value);
    }
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
