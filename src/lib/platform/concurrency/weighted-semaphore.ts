interface Waiting {
  weight: number;
  start(): void;
}

/** Jobs of low priority start after the others, but one starts after `MAX_NORMAL_IN_A_ROW` others at the latest. */
export type Priority = 'normal' | 'low';

const MAX_NORMAL_IN_A_ROW = 3;

/** Limits how many jobs run at the same time, and the sum of their weights. */
export class WeightedSemaphore {
  readonly #capacity: number;
  readonly #maxRunning: number;
  readonly #maxWaiting: number;
  readonly #queues: Record<Priority, Waiting[]> = { normal: [], low: [] };
  #normalInARow = 0;
  #weight = 0;
  #running = 0;

  /** `maxWaiting` applies to each priority separately. */
  constructor(capacity: number, maxRunning: number, maxWaiting: number) {
    this.#capacity = capacity;
    this.#maxRunning = maxRunning;
    this.#maxWaiting = maxWaiting;
  }

  /** `undefined` if too many jobs of this priority are already waiting. A job heavier than the capacity runs alone. */
  async run<T>(weight: number, job: () => Promise<T>, priority: Priority = 'normal'): Promise<T | undefined> {
    const queue = this.#queues[priority];
    if (queue.length >= this.#maxWaiting) return undefined;
    await new Promise<void>((start) => {
      queue.push({ weight, start });
      this.#admit();
    });
    try {
      return await job();
    } finally {
      this.#weight -= weight;
      this.#running -= 1;
      this.#admit();
    }
  }

  /** Starts waiting jobs. A job that does not fit blocks the lighter ones behind it; otherwise it might never start. */
  #admit(): void {
    for (let priority = this.#next(); priority; priority = this.#next()) {
      const [next] = this.#queues[priority];
      if (!next || !this.#fits(next.weight)) return;
      this.#queues[priority].shift();
      this.#normalInARow = priority === 'normal' ? this.#normalInARow + 1 : 0;
      this.#weight += next.weight;
      this.#running += 1;
      next.start();
    }
  }

  #next(): Priority | undefined {
    const { normal, low } = this.#queues;
    if (low.length > 0 && (normal.length === 0 || this.#normalInARow >= MAX_NORMAL_IN_A_ROW)) return 'low';
    return normal.length > 0 ? 'normal' : undefined;
  }

  #fits(weight: number): boolean {
    return this.#running === 0 || (this.#running < this.#maxRunning && this.#weight + weight <= this.#capacity);
  }
}
