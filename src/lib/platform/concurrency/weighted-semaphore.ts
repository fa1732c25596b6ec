interface WaitingJob {
  weight: number;
  start(): void;
}

/** Low-priority jobs start after normal ones, but after at most `MAX_NORMAL_IN_A_ROW` normal jobs. */
export type Priority = 'normal' | 'low';

const MAX_NORMAL_IN_A_ROW = 3;

/** Limits how many jobs run at the same time, and the sum of their weights. */
export class WeightedSemaphore {
  readonly #capacity: number;
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #queues: Record<Priority, WaitingJob[]> = { normal: [], low: [] };
  #normalInARow = 0;
  #runningWeight = 0;
  #runningCount = 0;

  /** `maxWaiting` applies to each priority separately. */
  constructor(capacity: number, maxRunning: number, maxWaiting: number) {
    this.#capacity = capacity;
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Returns the result of the job, or undefined if too many jobs of the same priority are waiting. A job heavier than
   * the capacity runs alone.
   */
  async run<T>(weight: number, job: () => Promise<T>, priority: Priority = 'normal'): Promise<T | undefined> {
    const queue = this.#queues[priority];
    if (queue.length >= this.#maxWaiting) return undefined;
    await new Promise<void>((start) => {
      queue.push({ weight, start });
      this.#startWaitingJobs();
    });
    try {
      return await job();
    } finally {
      this.#runningWeight -= weight;
      this.#runningCount -= 1;
      this.#startWaitingJobs();
    }
  }

  /** Starts waiting jobs. Lighter jobs behind a job that does not fit must wait; otherwise it might never start. */
  #startWaitingJobs(): void {
    for (let priority = this.#nextPriority(); priority; priority = this.#nextPriority()) {
      const [nextJob] = this.#queues[priority];
      if (!nextJob || !this.#fits(nextJob.weight)) return;
      this.#queues[priority].shift();
      this.#normalInARow = priority === 'normal' ? this.#normalInARow + 1 : 0;
      this.#runningWeight += nextJob.weight;
      this.#runningCount += 1;
      nextJob.start();
    }
  }

  #nextPriority(): Priority | undefined {
    const { normal, low } = this.#queues;
    if (low.length > 0 && (normal.length === 0 || this.#normalInARow >= MAX_NORMAL_IN_A_ROW)) return 'low';
    return normal.length > 0 ? 'normal' : undefined;
  }

  #fits(weight: number): boolean {
    return (
      this.#runningCount === 0 ||
      (this.#runningCount < this.#maxRunning && this.#runningWeight + weight <= this.#capacity)
    );
  }
}
