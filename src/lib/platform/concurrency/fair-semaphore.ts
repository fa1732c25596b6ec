/** The result of a job that did not start within its maximum wait. */
export const TIMED_OUT = Symbol('timed out');

interface Client {
  /** The origin, such as a network. */
  from: string;
  /** Runs after the other jobs of the same origin. */
  isLater?: boolean;
  /** Runs only when no other job waits, from any origin. */
  isLast?: boolean;
  maxWaitMs?: number;
}

interface Waiting {
  enter(result: 'run' | 'rejected' | 'timed out'): void;
}

interface Queue {
  normal: Waiting[];
  later: Waiting[];
}

type Queues = Map<string, Queue>;

/**
 * Alternates between origins, so that many jobs of one origin do not delay the others. Jobs of the origin with the most
 * waiting jobs are rejected first.
 */
export class FairSemaphore {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #queues: Queues = new Map();
  readonly #lastQueues: Queues = new Map();
  #waiting = 0;
  #running = 0;

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** `undefined` if the job is rejected, immediately or while it waits; `TIMED_OUT` after its maximum wait. */
  async run<T>(client: Client, job: () => Promise<T>): Promise<T | undefined | typeof TIMED_OUT> {
    if (this.#running < this.#maxRunning) this.#running += 1;
    else {
      const result = await this.#wait(client);
      if (result !== 'run') return result === 'timed out' ? TIMED_OUT : undefined;
    }
    try {
      return await job();
    } finally {
      // Jobs whose database responds immediately never yield, so many of them would block the event loop.
      if (this.#waiting > 0) setImmediate(() => this.#startNext());
      else this.#running -= 1;
    }
  }

  #startNext(): void {
    const next = this.#next(this.#queues) ?? this.#next(this.#lastQueues);
    if (next) next.enter('run');
    else this.#running -= 1;
  }

  #wait(client: Client): Promise<'run' | 'rejected' | 'timed out'> {
    if (this.#waiting >= this.#maxWaiting && !this.#makeRoom(client)) return Promise.resolve('rejected');
    const { from, isLater, isLast, maxWaitMs } = client;
    const queues = isLast ? this.#lastQueues : this.#queues;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        enter(result) {
          clearTimeout(timer);
          resolve(result);
        },
      };
      const timer =
        maxWaitMs === undefined ? undefined : setTimeout(() => this.#timeOut(queues, from, waiting), maxWaitMs);
      const queue = queues.get(from) ?? { normal: [], later: [] };
      queues.set(from, queue);
      (isLater ? queue.later : queue.normal).push(waiting);
      this.#waiting += 1;
    });
  }

  #timeOut(queues: Queues, from: string, waiting: Waiting): void {
    const queue = queues.get(from);
    for (const part of queue ? [queue.normal, queue.later] : []) {
      const index = part.indexOf(waiting);
      if (index < 0) continue;
      part.splice(index, 1);
      this.#waiting -= 1;
    }
    if (queue && lengthOf(queue) === 0) queues.delete(from);
    waiting.enter('timed out');
  }

  #next(queues: Queues): Waiting | undefined {
    for (const [from, queue] of queues) {
      const next = queue.normal.shift() ?? queue.later.shift();
      queues.delete(from);
      if (lengthOf(queue) > 0) queues.set(from, queue);
      if (next) this.#waiting -= 1;
      return next;
    }
    return undefined;
  }

  /**
   * Rejects the last job of the longest queue, preferring low-priority jobs. False if that is the client's own queue
   * and it has no job of lower priority.
   */
  #makeRoom({ from, isLater, isLast }: Client): boolean {
    if (!isLast && this.#lastQueues.size > 0) return this.#rejectOne(this.#lastQueues);
    return this.#rejectOne(isLast ? this.#lastQueues : this.#queues, { from, isLater });
  }

  #rejectOne(queues: Queues, client?: Pick<Client, 'from' | 'isLater'>): boolean {
    let [longestFrom, longest] = [client?.from ?? '', queues.get(client?.from ?? '') ?? { normal: [], later: [] }];
    for (const [otherFrom, other] of queues) {
      if (lengthOf(other) > lengthOf(longest)) [longestFrom, longest] = [otherFrom, other];
    }
    if (longestFrom === client?.from && (client.isLater || longest.later.length === 0)) return false;
    const rejected = longest.later.pop() ?? longest.normal.pop();
    if (!rejected) return false;
    if (lengthOf(longest) === 0) queues.delete(longestFrom);
    this.#waiting -= 1;
    rejected.enter('rejected');
    return true;
  }
}

function lengthOf({ normal, later }: Queue): number {
  return normal.length + later.length;
}
