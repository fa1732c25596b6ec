/** The result of `run` for a job that did not start within its maximum wait. */
export const TIMED_OUT = Symbol('timed out');

interface Client {
  /** Such as a network. */
  origin: string;
  /** Runs after the other waiting jobs of the same origin. */
  isLowPriority?: boolean;
  /** Runs only when no other job waits, from any origin. */
  isBackground?: boolean;
  maxWaitMs?: number;
}

interface Waiting {
  settle(result: 'run' | 'rejected' | 'timed out'): void;
}

interface Queue {
  normal: Waiting[];
  low: Waiting[];
}

type Queues = Map<string, Queue>;

/**
 * Limits concurrent jobs, and alternates between their origins, so that many jobs of one origin do not delay the
 * others. When too many wait, background jobs are rejected first, then jobs of the origin with the most waiting jobs.
 */
export class FairSemaphore {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #queues: Queues = new Map();
  readonly #backgroundQueues: Queues = new Map();
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
    const next = this.#next(this.#queues) ?? this.#next(this.#backgroundQueues);
    if (next) next.settle('run');
    else this.#running -= 1;
  }

  #wait(client: Client): Promise<'run' | 'rejected' | 'timed out'> {
    if (this.#waiting >= this.#maxWaiting && !this.#makeRoom(client)) return Promise.resolve('rejected');
    const { origin, isLowPriority, isBackground, maxWaitMs } = client;
    const queues = isBackground ? this.#backgroundQueues : this.#queues;
    return new Promise((resolve) => {
      const waiting: Waiting = {
        settle(result) {
          clearTimeout(timer);
          resolve(result);
        },
      };
      const timer =
        maxWaitMs === undefined ? undefined : setTimeout(() => this.#timeOut(queues, origin, waiting), maxWaitMs);
      const queue = queues.get(origin) ?? { normal: [], low: [] };
      queues.set(origin, queue);
      (isLowPriority ? queue.low : queue.normal).push(waiting);
      this.#waiting += 1;
    });
  }

  #timeOut(queues: Queues, origin: string, waiting: Waiting): void {
    const queue = queues.get(origin);
    for (const part of queue ? [queue.normal, queue.low] : []) {
      const index = part.indexOf(waiting);
      if (index < 0) continue;
      part.splice(index, 1);
      this.#waiting -= 1;
    }
    if (queue && lengthOf(queue) === 0) queues.delete(origin);
    waiting.settle('timed out');
  }

  #next(queues: Queues): Waiting | undefined {
    for (const [origin, queue] of queues) {
      const next = queue.normal.shift() ?? queue.low.shift();
      queues.delete(origin);
      if (lengthOf(queue) > 0) queues.set(origin, queue);
      if (next) this.#waiting -= 1;
      return next;
    }
    return undefined;
  }

  /**
   * Rejects a waiting job to make room for the client's: a background job, if one waits and the client's is not one
   * itself; otherwise the last job of the longest queue, preferring low-priority jobs. False if that is the client's
   * own queue, and the queue has no job of lower priority than the client's.
   */
  #makeRoom({ origin, isLowPriority, isBackground }: Client): boolean {
    if (!isBackground && this.#backgroundQueues.size > 0) return this.#rejectOne(this.#backgroundQueues);
    return this.#rejectOne(isBackground ? this.#backgroundQueues : this.#queues, { origin, isLowPriority });
  }

  #rejectOne(queues: Queues, client?: Pick<Client, 'origin' | 'isLowPriority'>): boolean {
    let [longestOrigin, longest] = [client?.origin ?? '', queues.get(client?.origin ?? '') ?? { normal: [], low: [] }];
    for (const [otherOrigin, other] of queues) {
      if (lengthOf(other) > lengthOf(longest)) [longestOrigin, longest] = [otherOrigin, other];
    }
    if (longestOrigin === client?.origin && (client.isLowPriority || longest.low.length === 0)) return false;
    const rejected = longest.low.pop() ?? longest.normal.pop();
    if (!rejected) return false;
    if (lengthOf(longest) === 0) queues.delete(longestOrigin);
    this.#waiting -= 1;
    rejected.settle('rejected');
    return true;
  }
}

function lengthOf({ normal, low }: Queue): number {
  return normal.length + low.length;
}
