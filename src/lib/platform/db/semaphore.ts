export class Semaphore {
  readonly #waiting = new Set<() => void>();
  readonly #places: number;
  #taken = 0;

  constructor(places = 1) {
    this.#places = places;
  }

  /** False when no place was free within `ms`. Call `leave` after each true. */
  take(ms: number): Promise<boolean> | boolean {
    if (this.#taken < this.#places) {
      this.#taken += 1;
      return true;
    }
    if (ms <= 0) return false;
    return new Promise((resolve) => {
      const go = () => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(go);
        resolve(false);
      }, ms);
      this.#waiting.add(go);
    });
  }

  leave(): void {
    const next = this.#waiting.values().next();
    if (next.done) {
      this.#taken -= 1;
      return;
    }
    this.#waiting.delete(next.value);
    next.value();
  }
}
