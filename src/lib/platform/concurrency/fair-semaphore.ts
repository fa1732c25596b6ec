/** The result of `run` for a job that did not start within its maximum wait. */
export const TIMED_OUT = Symbol('timed out');

interface JobOptions {
  /** Where the job comes from, for example a network. */
  origin: string;
  /** Whether the job runs after the other waiting jobs of the same origin. */
  isLowPriority?: boolean;
  /** Whether the job runs only when no other job is waiting, from any origin. */
  isBackground?: boolean;
  maxWaitMs?: number;
}

/** How a wait ends: the job starts, or is rejected (undefined), or has waited too long. */
type WaitResult = 'start' | undefined | typeof TIMED_OUT;

/** Ends the wait of a job. */
type WaitingJob = (result: WaitResult) => void;

interface Queue {
  normal: WaitingJob[];
  low: WaitingJob[];
}

type Queues = Map<string, Queue>;

/**
 * Limits concurrent jobs, and alternates between their origins, so that many jobs from one origin do not delay the
 * others. When too many are waiting, background jobs are rejected first, then jobs from the origin with the most
 * waiting jobs.
 */
export class FairSemaphore {
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #queues: Queues = new Map();
  readonly #backgroundQueues: Queues = new Map();
  #waitingCount = 0;
  #runningCount = 0;

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Returns the result of the job. Returns undefined if the job is rejected, immediately or while waiting, and
   * `TIMED_OUT` if it has not started within its maximum wait.
   */
  async run<T>(options: JobOptions, job: () => Promise<T>): Promise<T | undefined | typeof TIMED_OUT> {
    if (this.#runningCount < this.#maxRunning) this.#runningCount += 1;
    else {
      const result = await this.#wait(options);
      if (result !== 'start') return result;
    }
    try {
      return await job();
    } finally {
      // Jobs never yield if the database responds immediately, so many jobs in a row would block the event loop.
      if (this.#waitingCount > 0) setImmediate(() => this.#startNext());
      else this.#runningCount -= 1;
    }
  }

  #startNext(): void {
    const next = this.#dequeue(this.#queues) ?? this.#dequeue(this.#backgroundQueues);
    if (next) next('start');
    else this.#runningCount -= 1;
  }

  #wait(options: JobOptions): Promise<WaitResult> {
    if (this.#waitingCount >= this.#maxWaiting && !this.#makeRoom(options)) return Promise.resolve(undefined);
    const { origin, isLowPriority, isBackground, maxWaitMs } = options;
    const queues = isBackground ? this.#backgroundQueues : this.#queues;
    return new Promise((resolve) => {
      const waitingJob: WaitingJob = (result) => {
        clearTimeout(timer);
        resolve(result);
      };
      const timer =
        maxWaitMs === undefined ? undefined : setTimeout(() => this.#timeOut(queues, origin, waitingJob), maxWaitMs);
      const queue = queues.get(origin) ?? { normal: [], low: [] };
      queues.set(origin, queue);
      (isLowPriority ? queue.low : queue.normal).push(waitingJob);
      this.#waitingCount += 1;
    });
  }

  #timeOut(queues: Queues, origin: string, waitingJob: WaitingJob): void {
    const queue = queues.get(origin);
    for (const jobs of queue ? [queue.normal, queue.low] : []) {
      const index = jobs.indexOf(waitingJob);
      if (index < 0) continue;
      jobs.splice(index, 1);
      this.#waitingCount -= 1;
    }
    if (queue && lengthOf(queue) === 0) queues.delete(origin);
    waitingJob(TIMED_OUT);
  }

  #dequeue(queues: Queues): WaitingJob | undefined {
    for (const [origin, queue] of queues) {
      const next = queue.normal.shift() ?? queue.low.shift();
      queues.delete(origin);
      if (lengthOf(queue) > 0) queues.set(origin, queue);
      if (next) this.#waitingCount -= 1;
      return next;
    }
    return undefined;
  }

  /**
   * Rejects a waiting job to make room for a new job: a background job, if one is waiting and the new job is not a
   * background job; otherwise the last job of the longest queue, low-priority jobs first. Returns false if the longest
   * queue has the same origin as the new job, and contains no job of lower priority than the new job.
   */
  #makeRoom({ origin, isLowPriority, isBackground }: JobOptions): boolean {
    if (!isBackground && this.#backgroundQueues.size > 0) return this.#rejectJob(this.#backgroundQueues);
    return this.#rejectJob(isBackground ? this.#backgroundQueues : this.#queues, { origin, isLowPriority });
  }

  #rejectJob(queues: Queues, newJob?: Pick<JobOptions, 'origin' | 'isLowPriority'>): boolean {
    let [longestOrigin, longestQueue] = [
      newJob?.origin ?? '',
      queues.get(newJob?.origin ?? '') ?? { normal: [], low: [] },
    ];
    for (const [otherOrigin, otherQueue] of queues) {
      if (lengthOf(otherQueue) > lengthOf(longestQueue)) [longestOrigin, longestQueue] = [otherOrigin, otherQueue];
    }
    if (longestOrigin === newJob?.origin && (newJob.isLowPriority || longestQueue.low.length === 0)) return false;
    const rejectedJob = longestQueue.low.pop() ?? longestQueue.normal.pop();
    if (!rejectedJob) return false;
    if (lengthOf(longestQueue) === 0) queues.delete(longestOrigin);
    this.#waitingCount -= 1;
    rejectedJob(undefined);
    return true;
  }
}

function lengthOf({ normal, low }: Queue): number {
  return normal.length + low.length;
}
