import { setTimeout as wait } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import type { TimedSemaphore } from '#lib/platform/concurrency/timed-semaphore.ts';
import { msLeft } from '#lib/platform/db/query/deadline.server.ts';
import type { QueryContext } from '#lib/platform/db/query/query-context.server.ts';
import { DatabaseUnavailable, OutcomeUnknown } from '#lib/platform/db/query/unavailable.server.ts';
import type { SqliteConnection } from '#lib/platform/db/sqlite/sqlite-connection.server.ts';

const SQLITE_BUSY = 5;
const SQLITE_IOERR = 10;
const RETRY_EVERY_MS = 2;

/** What all borrowed connections of a database share. */
export interface SharedConnections {
  /** The only connection of this process that may write. */
  writer: SqliteConnection;
  reader: SqliteConnection;
  /** Guards `writer`. Waiting for it does not block the event loop, and ends at the deadline. */
  semaphore: TimedSemaphore;
  context: QueryContext;
}

/**
 * A connection for one caller. Reads outside a transaction see all commits and don't wait for the writer. All other
 * statements wait until the writer is free.
 */
export class BorrowedSqliteConnection implements DatabaseConnection {
  readonly #shared: SharedConnections;
  readonly #deadline: number;
  #isAcquired = false;

  constructor(shared: SharedConnections, deadline: number) {
    this.#shared = shared;
    this.#deadline = deadline;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isAcquired) return this.#runInTransaction(query);
    if (/^\s*select\b/i.test(query.sql)) return retryWhileBusy(() => this.#shared.reader.run(query), this.#deadline);
    await this.#acquireWriter();
    try {
      const result = await retryWhileBusy(() => this.#shared.writer.run<R>(query), this.#deadline);
      this.#shared.context.markCommitted();
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
      await retryWhileBusy(() => this.#shared.writer.run(CompiledQuery.raw('begin immediate')), this.#deadline);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  async commit(): Promise<void> {
    try {
      await retryWhileBusy(() => this.#shared.writer.run(CompiledQuery.raw('commit')), this.#deadline);
    } catch (error) {
      throw asOutcomeUnknown(error);
    }
    this.#shared.context.markCommitted();
    this.release();
  }

  /**
   * Rolls back the transaction. Does nothing if SQLite has already done so after an error such as a full disk, because
   * a second rollback would hide that error.
   */
  async rollback(): Promise<void> {
    if (this.#shared.writer.isInTransaction) this.#shared.writer.run(CompiledQuery.raw('rollback'));
  }

  #runInTransaction<R>(query: CompiledQuery): QueryResult<R> {
    const result = this.#shared.writer.run<R>(query);
    if (result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n) this.#shared.context.reportWrite(query.sql);
    return result;
  }

  release(): void {
    if (!this.#isAcquired) return;
    this.#isAcquired = false;
    this.#shared.semaphore.release();
  }

  async #acquireWriter(): Promise<void> {
    const acquisition = this.#shared.semaphore.acquire(msLeft(this.#deadline));
    this.#isAcquired =
      typeof acquisition === 'boolean' ? acquisition : await this.#shared.context.waits.measure(acquisition);
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
