/** A semaphore whose callers wait for a limited time. */
export class TimedSemaphore {
  readonly #waiting = new Set<() => void>();
  readonly #maxRunning: number;
  #running = 0;

  constructor(maxRunning = 1) {
    this.#maxRunning = maxRunning;
  }

  /** False if the wait exceeds `ms`. If true, the caller must call `release`. */
  acquire(ms: number): Promise<boolean> | boolean {
    if (this.#running < this.#maxRunning) {
      this.#running += 1;
      return true;
    }
    if (ms <= 0) return false;
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(start);
        resolve(false);
      }, ms);
      this.#waiting.add(start);
    });
  }

  release(): void {
    const next = this.#waiting.values().next();
    if (next.done) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next.value);
    next.value();
  }
}
