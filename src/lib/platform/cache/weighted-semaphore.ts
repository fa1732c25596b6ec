interface Waiting {
  weight: number;
  go(): void;
}

export class WeightedSemaphore {
  readonly #capacity: number;
  readonly #atOnce: number;
  readonly #waitingAtMost: number;
  readonly #waiting: Waiting[] = [];
  #weight = 0;
  #running = 0;

  constructor(capacity: number, atOnce: number, waitingAtMost: number) {
    this.#capacity = capacity;
    this.#atOnce = atOnce;
    this.#waitingAtMost = waitingAtMost;
  }

  /** `undefined` when too many wait already. A job heavier than the capacity runs alone. */
  async run<T>(weight: number, job: () => Promise<T>): Promise<T | undefined> {
    if (this.#waiting.length >= this.#waitingAtMost) return undefined;
    await new Promise<void>((go) => {
      this.#waiting.push({ weight, go });
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

  #admit(): void {
    for (let next = this.#waiting[0]; next && this.#fits(next.weight); next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#weight += next.weight;
      this.#running += 1;
      next.go();
    }
  }

  #fits(weight: number): boolean {
    return this.#running === 0 || (this.#running < this.#atOnce && this.#weight + weight <= this.#capacity);
  }
}
