import { AsyncLocalStorage } from 'node:async_hooks';
import { ConnectionWaits } from '#lib/platform/db/query/connection-waits.ts';
import { deadlineIn } from '#lib/platform/db/query/deadline.server.ts';

export interface Attempt {
  /** A request that is sent again because no answer came has the same id. */
  id: string;
  isAgain: boolean;
  hasChanged: boolean;
}

/** Of one piece of work that may read from a standby: where its first read went to, so that none goes back in time. */
export interface StaleReads {
  server?: string;
}

/** What drivers must know of their caller. Not module state: pages and server have own copies of modules. */
export class QueryContext {
  readonly waits = new ConnectionWaits();
  readonly #deadlines = new AsyncLocalStorage<number | undefined>();
  readonly #attempts = new AsyncLocalStorage<Attempt | undefined>();

  readonly #staleReads = new AsyncLocalStorage<StaleReads | undefined>();

  /** What `work` reads by `db.read` may come from a standby. For what is the same for everyone and decides no sale. */
  allowingStale<T>(work: () => T, reads: StaleReads = {}): T {
    return this.#staleReads.run(reads, work);
  }

  get staleReads(): StaleReads | undefined {
    return this.#staleReads.getStore();
  }

  /** `ask` waits for a connection until `deadline`, and gives it back by then. */
  until<T>(deadline: number, ask: () => Promise<T>): Promise<T> {
    return this.#deadlines.run(deadline, ask);
  }

  /** `work` runs in a transaction: connections that it asks for have their own deadline, and it reads nothing stale. */
  anew<T>(work: () => Promise<T>): Promise<T> {
    return this.#staleReads.run(undefined, () => this.#deadlines.run(undefined, work));
  }

  deadline(otherwiseMs: number): number {
    return this.#deadlines.getStore() ?? deadlineIn(otherwiseMs);
  }

  attempting<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(attempt, work);
  }

  /** For counters: they are kept when a request is refused, so they are no change of the attempt. */
  besidesAttempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(undefined, work);
  }

  get attempt(): Attempt | undefined {
    return this.#attempts.getStore();
  }

  noteCommit(): void {
    const attempt = this.attempt;
    if (attempt) attempt.hasChanged = true;
  }
}
