import { AsyncLocalStorage } from 'node:async_hooks';
import { ConnectionWaits } from '#lib/platform/db/query/connection-waits.ts';
import { deadlineIn } from '#lib/platform/db/query/deadline.server.ts';

export interface Attempt {
  /** A retry of a request whose response was lost has the same id. */
  id: string;
  isRetry: boolean;
  /** Whether a change of this attempt was committed. */
  hasCommitted: boolean;
}

export const PRIMARY = 'primary';

/** The server of the first read in a unit of work, so that later reads don't return older data from another server. */
export interface StaleReads {
  server?: string;
}

type WriteListener = (sql: string) => void;

/**
 * Data that drivers need about their caller. It is not module state, because in development, the pages and the server
 * have separate copies of modules.
 */
export class QueryContext {
  readonly waits = new ConnectionWaits();
  readonly #deadlines = new AsyncLocalStorage<number | undefined>();
  readonly #attempts = new AsyncLocalStorage<Attempt | undefined>();
  readonly #staleReads = new AsyncLocalStorage<StaleReads | undefined>();
  readonly #listeners = new AsyncLocalStorage<WriteListener>();

  /** Lets `db.read` use a standby within `work`. Only for data that is the same for everyone and decides no sale. */
  withStaleReads<T>(work: () => T, reads: StaleReads = {}): T {
    return this.#staleReads.run(reads, work);
  }

  get staleReads(): StaleReads | undefined {
    return this.#staleReads.getStore();
  }

  /** Runs `work`, which waits for connections until `deadline` and releases them by then. */
  withDeadline<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    return this.#deadlines.run(deadline, work);
  }

  /** Runs the work of a transaction: its connections have deadlines of their own, and it reads no stale data. */
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
   * Runs the update of a counter, which is kept even if the request is rejected, so it doesn't belong to the attempt.
   */
  outsideAttempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(undefined, work);
  }

  get attempt(): Attempt | undefined {
    return this.#attempts.getStore();
  }

  /**
   * Calls `listener` for each statement in the transaction of `work` that changed a row; on SQLite, also for those that
   * read rows.
   */
  withWriteListener<T>(listener: WriteListener, work: () => Promise<T>): Promise<T> {
    return this.#listeners.run(listener, work);
  }

  reportWrite(sql: string): void {
    this.#listeners.getStore()?.(sql);
  }

  markCommitted(): void {
    const attempt = this.attempt;
    if (attempt) attempt.hasCommitted = true;
  }
}
