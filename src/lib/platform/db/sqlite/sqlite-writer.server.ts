import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import { TimedSemaphore } from '#lib/platform/concurrency/timed-semaphore.ts';
import { msLeft } from '#lib/platform/db/query/deadline.server.ts';
import type { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import type { SqliteConnection } from '#lib/platform/db/sqlite/sqlite-connection.server.ts';

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const RETRY_EVERY_MS = 2;

/**
 * The only connection of the process that writes. Waiting for the connection does not block the event loop, and ends at
 * the deadline.
 */
export class SqliteWriter {
  readonly #parts: ConnectionParts;

  constructor(writer: SqliteConnection, reader: SqliteConnection, context: QueryContext) {
    this.#parts = { writer, reader, context, semaphore: new TimedSemaphore() };
  }

  borrow(totalMs: number): BorrowedSqliteConnection {
    return new BorrowedSqliteConnection(this.#parts, this.#parts.context.deadline(totalMs));
  }
}

interface ConnectionParts {
  writer: SqliteConnection;
  reader: SqliteConnection;
  semaphore: TimedSemaphore;
  context: QueryContext;
}

/**
 * A connection for one caller. Reads outside a transaction see all commits and don't wait for the writer. All other
 * statements wait until the writer is free.
 */
export class BorrowedSqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #semaphore: TimedSemaphore;
  readonly #context: QueryContext;
  readonly #deadline: number;
  #isAcquired = false;

  constructor({ writer, reader, semaphore, context }: ConnectionParts, deadline: number) {
    this.#context = context;
    this.#writer = writer;
    this.#reader = reader;
    this.#semaphore = semaphore;
    this.#deadline = deadline;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isAcquired) return this.#runInTransaction(query);
    if (/^\s*select\b/i.test(query.sql)) return retryWhileBusy(() => this.#reader.run(query), this.#deadline);
    await this.#acquireWriter();
    try {
      const result = await retryWhileBusy(() => this.#writer.run<R>(query), this.#deadline);
      this.#context.markCommitted();
      return result;
    } catch (error) {
      throw asOutcomeUnknown(error);
    } finally {
      this.release();
    }
  }

  // biome-ignore lint/correctness/useYield: it only throws.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error(
      'SQLite does not stream: an open cursor would show old data to all other readers of the connection',
    );
  }

  /**
   * Begins a transaction with BEGIN IMMEDIATE. After a plain BEGIN, writes would fail with SQLITE_BUSY_SNAPSHOT if
   * another process had written in the meantime.
   */
  async begin(): Promise<void> {
    await this.#acquireWriter();
    try {
      await retryWhileBusy(() => this.#writer.run(CompiledQuery.raw('begin immediate')), this.#deadline);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  async commit(): Promise<void> {
    try {
      await retryWhileBusy(() => this.#writer.run(CompiledQuery.raw('commit')), this.#deadline);
    } catch (error) {
      throw asOutcomeUnknown(error);
    }
    this.#context.markCommitted();
    this.release();
  }

  /**
   * Rolls back the transaction. Does nothing if SQLite has already done so after an error such as a full disk, because
   * a second rollback would hide that error.
   */
  async rollback(): Promise<void> {
    if (this.#writer.isInTransaction) this.#writer.run(CompiledQuery.raw('rollback'));
  }

  #runInTransaction<R>(query: CompiledQuery): QueryResult<R> {
    const result = this.#writer.run<R>(query);
    if (result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n) this.#context.reportWrite(query.sql);
    return result;
  }

  release(): void {
    if (!this.#isAcquired) return;
    this.#isAcquired = false;
    this.#semaphore.release();
  }

  async #acquireWriter(): Promise<void> {
    const acquisition = this.#semaphore.acquire(msLeft(this.#deadline));
    this.#isAcquired = typeof acquisition === 'boolean' ? acquisition : await this.#context.waits.measure(acquisition);
    if (!this.#isAcquired) throw new DatabaseUnavailable('the connection for writing was not free in time');
  }
}

async function retryWhileBusy<T>(work: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (resultCode(error) !== SQLITE_BUSY || msLeft(deadline) <= 0) throw error;
      await wait(RETRY_EVERY_MS);
    }
  }
}

/**
 * Converts an I/O error to OutcomeUnknown, because the change may be in the log, and may be applied at the next start.
 * Returns other errors unchanged.
 */
function asOutcomeUnknown(error: unknown): unknown {
  if (resultCode(error) !== SQLITE_IOERR) return error;
  return new OutcomeUnknown('the disk did not confirm whether the change was made', { cause: error });
}

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
