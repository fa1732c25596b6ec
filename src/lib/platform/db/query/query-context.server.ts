import { AsyncLocalStorage } from 'node:async_hooks';
import { ConnectionWaits } from '#lib/platform/db/query/connection-waits.ts';
import { deadlineIn } from '#lib/platform/db/query/deadline.server.ts';

export interface Attempt {
  /** A retry of a request whose response was lost has the same id. */
  id: string;
  isRetry: boolean;
  hasChanged: boolean;
}

/** The server of the first read in a unit of work, so that later reads don't return older data from another server. */
export interface StaleReads {
  server?: string;
}

type WriteListener = (sql: string) => void;

/**
 * Data that drivers need about their caller. It is not module state, because pages and server have separate copies of
 * modules.
 */
export class QueryContext {
  readonly waits = new ConnectionWaits();
  readonly #deadlines = new AsyncLocalStorage<number | undefined>();
  readonly #attempts = new AsyncLocalStorage<Attempt | undefined>();
  readonly #staleReads = new AsyncLocalStorage<StaleReads | undefined>();
  readonly #listeners = new AsyncLocalStorage<WriteListener>();

  /** `db.read` within `work` may use a standby. Only for data that is the same for everyone and not used for sales. */
  allowingStale<T>(work: () => T, reads: StaleReads = {}): T {
    return this.#staleReads.run(reads, work);
  }

  get staleReads(): StaleReads | undefined {
    return this.#staleReads.getStore();
  }

  /** `work` waits for connections until `deadline`, and releases them by then. */
  until<T>(deadline: number, work: () => Promise<T>): Promise<T> {
    return this.#deadlines.run(deadline, work);
  }

  /** For transactions: connections of `work` have their own deadlines, and it reads no stale data. */
  detached<T>(work: () => Promise<T>): Promise<T> {
    return this.#staleReads.run(undefined, () => this.#deadlines.run(undefined, work));
  }

  deadline(otherwiseMs: number): number {
    return this.#deadlines.getStore() ?? deadlineIn(otherwiseMs);
  }

  attempting<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(attempt, work);
  }

  /** For counters, which are not part of the attempt, because they are stored even if the request is rejected. */
  outsideAttempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(undefined, work);
  }

  get attempt(): Attempt | undefined {
    return this.#attempts.getStore();
  }

  /** `listener` gets each statement in the transaction of `work` that changed a row. */
  listening<T>(listener: WriteListener, work: () => Promise<T>): Promise<T> {
    return this.#listeners.run(listener, work);
  }

  noteWrite(sql: string): void {
    this.#listeners.getStore()?.(sql);
  }

  noteCommit(): void {
    const attempt = this.attempt;
    if (attempt) attempt.hasChanged = true;
  }
}
