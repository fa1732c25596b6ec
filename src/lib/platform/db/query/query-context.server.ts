import { AsyncLocalStorage } from 'node:async_hooks';
import { ConnectionWaits } from '#lib/platform/db/query/connection-waits.ts';
import { deadlineIn } from '#lib/platform/db/query/deadline.server.ts';

export interface Attempt {
  /** A request that is retried because its response was lost has the same id. */
  id: string;
  isRetry: boolean;
  hasChanged: boolean;
}

/** For one unit of work that may read from a standby: where its first read went, so that later ones are not older. */
export interface StaleReads {
  server?: string;
}

type WriteListener = (sql: string) => void;

/**
 * What drivers must know about their caller. Not module state, because pages and server have separate copies of
 * modules.
 */
export class QueryContext {
  readonly waits = new ConnectionWaits();
  readonly #deadlines = new AsyncLocalStorage<number | undefined>();
  readonly #attempts = new AsyncLocalStorage<Attempt | undefined>();
  readonly #staleReads = new AsyncLocalStorage<StaleReads | undefined>();
  readonly #listeners = new AsyncLocalStorage<WriteListener>();

  /** `db.read` within `work` may use a standby. For data that is the same for everyone and decides no sale. */
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

  /** `work` runs in a transaction: its connections have their own deadline, and it reads no stale data. */
  detached<T>(work: () => Promise<T>): Promise<T> {
    return this.#staleReads.run(undefined, () => this.#deadlines.run(undefined, work));
  }

  deadline(otherwiseMs: number): number {
    return this.#deadlines.getStore() ?? deadlineIn(otherwiseMs);
  }

  attempting<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(attempt, work);
  }

  /** For counters: they are also stored if the request is rejected, so they are not part of the attempt. */
  besidesAttempt<T>(work: () => Promise<T>): Promise<T> {
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
