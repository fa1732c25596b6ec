/** A semaphore whose callers wait for a limited time. */
export class TimedSemaphore {
  readonly #waitingCallers = new Set<() => void>();
  readonly #maxRunning: number;
  #runningCount = 0;

  constructor(maxRunning = 1) {
    this.#maxRunning = maxRunning;
  }

  /** Returns false if the wait exceeds `maxWaitMs`. After true, the caller must call `release` when it has finished. */
  acquire(maxWaitMs: number): Promise<boolean> | boolean {
    if (this.#runningCount < this.#maxRunning) {
      this.#runningCount += 1;
      return true;
    }
    if (maxWaitMs <= 0) return false;
    return new Promise((resolve) => {
      const start = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waitingCallers.delete(start);
        resolve(false);
      }, maxWaitMs);
      this.#waitingCallers.add(start);
    });
  }

  release(): void {
    const next = this.#waitingCallers.values().next();
    if (next.done) {
      this.#runningCount -= 1;
      return;
    }
    this.#waitingCallers.delete(next.value);
    next.value();
  }
}
