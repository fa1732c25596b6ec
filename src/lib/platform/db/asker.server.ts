import { AsyncLocalStorage } from 'node:async_hooks';
import { deadlineIn } from '#lib/platform/db/deadline.server.ts';

/** One request that changes something, as far as the database knows of it. */
export interface Attempt {
  /** The same for an attempt that is made again because nobody saw how the first ended. */
  id: string;
  isAgain: boolean;
  /** Whether something was committed that its sender cares about. */
  hasChanged: boolean;
}

/**
 * What the drivers know of who asks them, which Kysely has no way to hand on. It hangs on the database, because the built
 * pages and the server each have a copy of every module.
 */
export class Asker {
  readonly #deadlines = new AsyncLocalStorage<number | undefined>();
  readonly #attempts = new AsyncLocalStorage<Attempt | undefined>();

  /** Connections that `ask` asks for are waited for until `deadline`, and given back by then. */
  until<T>(deadline: number, ask: () => Promise<T>): Promise<T> {
    return this.#deadlines.run(deadline, ask);
  }

  /** What is done with the connection may ask for others, which have a time of their own. */
  anew<T>(work: () => Promise<T>): Promise<T> {
    return this.#deadlines.run(undefined, work);
  }

  /** Until when the present asker waits: `otherwiseMs` from now unless it said so. */
  deadline(otherwiseMs: number): number {
    return this.#deadlines.getStore() ?? deadlineIn(otherwiseMs);
  }

  attempting<T>(attempt: Attempt, work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(attempt, work);
  }

  /** Counts and the like, which a refusal leaves behind too. */
  besidesAttempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#attempts.run(undefined, work);
  }

  get attempt(): Attempt | undefined {
    return this.#attempts.getStore();
  }

  /** The drivers say so after every commit. */
  noteCommit(): void {
    const attempt = this.attempt;
    if (attempt) attempt.hasChanged = true;
  }
}
