/** The result of a job that did not start within its maximum wait. */
export const LATE = Symbol('late');

interface Client {
  from: string;
  /** Runs after the other jobs of the same origin. */
  isLater?: boolean;
  /** Runs only when no other job waits, from any origin. */
  isLast?: boolean;
  maxWaitMs?: number;
}

interface Waiting {
  enter(result: 'run' | 'refused' | 'late'): void;
}

interface Queue {
  normal: Waiting[];
  later: Waiting[];
}

type Queues = Map<string, Queue>;

/**
 * Alternates between origins, so that nobody waits behind a crowd from another origin. The origin with the most waiting
 * jobs is rejected first.
 */
export class FairSemaphore {
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #queues: Queues = new Map();
  readonly #lastQueues: Queues = new Map();
  #waiting = 0;
  #running = 0;

  constructor(atOnce: number, waitingAtMost: number) {
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  /** `undefined` if the job is rejected, at once or while it waits; `LATE` after its maximum wait. */
  async run<T>(client: Client, job: () => Promise<T>): Promise<T | undefined | typeof LATE> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else {
      const result = await this.#wait(client);
      if (result !== 'run') return result === 'late' ? LATE : undefined;
    }
    try {
      return await job();
    } finally {
      // A job whose database responds at once never yields: many of them would block everything else.
      if (this.#waiting > 0) setImmediate(() => this.#startNext());
      else this.#running -= 1;
    }
  }

  #startNext(): void {
    const next = this.#next(this.#queues) ?? this.#next(this.#lastQueues);
    if (next) next.enter('run');
    else this.#running -= 1;
  }

  #wait(client: Client): Promise<'run' | 'refused' | 'late'> {
    if (this.#waiting >= this.#waitingAtMost && !this.#makeRoom(client)) return Promise.resolve('refused');
    const { from, isLater, isLast, maxWaitMs } = client;
    const lines = isLast ? this.#lastQueues : this.#queues;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        enter(result) {
          clearTimeout(timer);
          resolve(result);
        },
      };
      const timer =
        maxWaitMs === undefined ? undefined : setTimeout(() => this.#leave(lines, from, waiting), maxWaitMs);
      const line = lines.get(from) ?? { normal: [], later: [] };
      lines.set(from, line);
      (isLater ? line.later : line.normal).push(waiting);
      this.#waiting += 1;
    });
  }

  #leave(lines: Queues, from: string, waiting: Waiting): void {
    const line = lines.get(from);
    for (const part of line ? [line.normal, line.later] : []) {
      const at = part.indexOf(waiting);
      if (at < 0) continue;
      part.splice(at, 1);
      this.#waiting -= 1;
    }
    if (line && lengthOf(line) === 0) lines.delete(from);
    waiting.enter('late');
  }

  #next(lines: Queues): Waiting | undefined {
    for (const [from, line] of lines) {
      const next = line.normal.shift() ?? line.later.shift();
      lines.delete(from);
      if (lengthOf(line) > 0) lines.set(from, line);
      if (next) this.#waiting -= 1;
      return next;
    }
    return undefined;
  }

  /**
   * Rejects the last job of the longest queue, preferring low-priority jobs. False if that is the client's own queue
   * and no job in it is less urgent.
   */
  #makeRoom({ from, isLater, isLast }: Client): boolean {
    if (!isLast && this.#lastQueues.size > 0) return this.#refuseOne(this.#lastQueues);
    return this.#refuseOne(isLast ? this.#lastQueues : this.#queues, { from, isLater });
  }

  #refuseOne(lines: Queues, client?: Pick<Client, 'from' | 'isLater'>): boolean {
    let [longestFrom, longest] = [client?.from ?? '', lines.get(client?.from ?? '') ?? { normal: [], later: [] }];
    for (const [otherFrom, other] of lines) {
      if (lengthOf(other) > lengthOf(longest)) [longestFrom, longest] = [otherFrom, other];
    }
    if (longestFrom === client?.from && (client.isLater || longest.later.length === 0)) return false;
    const rejected = longest.later.pop() ?? longest.normal.pop();
    if (!rejected) return false;
    if (lengthOf(longest) === 0) lines.delete(longestFrom);
    this.#waiting -= 1;
    rejected.enter('refused');
    return true;
  }
}

function lengthOf({ normal, later }: Queue): number {
  return normal.length + later.length;
}
