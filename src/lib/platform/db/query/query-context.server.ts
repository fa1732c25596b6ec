import { AsyncLocalStorage } from 'node:async_hooks';
import { ConnectionWaits } from '#lib/platform/db/query/connection-waits.ts';
import { deadlineIn } from '#lib/platform/db/query/deadline.server.ts';

export interface Attempt {
  /** The id of the attempt. A retry of a request whose response was lost has the same id. */
  id: string;
  isRetry: boolean;
  /** Whether a change of this attempt has been committed. */
  hasCommitted: boolean;
}

export const PRIMARY = 'primary';

/** The state of a unit of work that may read stale data. */
export interface StaleReads {
  /** The server of the first read. Later reads must use the same server, so that they don't return older data. */
  server?: string;
}

type WriteListener = (sql: string) => void;

/**
 * Data that drivers need about their caller. The data is not module state, because in development the pages and the
 * server have separate copies of modules.
 */
export class QueryContext {
  readonly waits = new ConnectionWaits();
  readonly #deadlines = new AsyncLocalStorage<number | undefined>();
  readonly #attempts = new AsyncLocalStorage<Attempt | undefined>();
  readonly #staleReads = new AsyncLocalStorage<StaleReads | undefined>();
  readonly #writeListeners = new AsyncLocalStorage<WriteListener>();

  /**
   * Runs `work`, in which `db.read` may use a standby. Only for data that is the same for everyone and that no sale
   * depends on.
   */
  withStaleReads<T>(work: () => T, reads: StaleReads = {}): T {
    return this.#staleReads.run(reads, work);
  }

  get staleReads(): StaleReads | undefined {
    return this.#staleReads.getStore();
  }

  /** Runs `work`. Its connections must be acquired and released before `deadline`. */
  withDeadline<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    return this.#deadlines.run(deadline, work);
  }

  /**
   * Runs the work of a transaction, which reads no stale data. Other connections that `work` uses have deadlines of
   * their own.
   */
  runDetached<T>(work: () => Promise<T>): Promise<T> {
    return this.#staleReads.run(undefined, () => this.#deadlines.run(undefined, work));
  }

  deadline(defaultMs: number): number {
    return this.#deadlines.getStore() ?? deadlineIn(defaultMs);
  }

  withAttempt<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(attempt, work);
  }

  /**
   * Runs `work` outside the attempt. Used to update a counter, because the update is kept even if the request is
   * rejected.
   */
  outsideAttempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(undefined, work);
  }

  get attempt(): Attempt | undefined {
    return this.#attempts.getStore();
  }

  /**
   * Runs `work`, and calls `listener` for each statement in its transaction that has changed a row. On SQLite, also
   * calls `listener` for statements that have returned rows.
   */
  withWriteListener<T>(listener: WriteListener, work: () => Promise<T>): Promise<T> {
    return this.#writeListeners.run(listener, work);
  }

  reportWrite(sql: string): void {
    this.#writeListeners.getStore()?.(sql);
  }

  markCommitted(): void {
    const attempt = this.attempt;
    if (attempt) attempt.hasCommitted = true;
  }
}
