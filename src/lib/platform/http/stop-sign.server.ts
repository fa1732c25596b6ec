/** A balancer that has asked as lately as this will ask again. */
const STILL_ASKING_MS = 35_000;

/** What /readyz says while the shop stops, and to whom it has been said. */
export class StopSign {
  readonly #now: () => number;
  #isUp = false;
  #askedAt: number | undefined;
  #timesRead = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  raise(): void {
    this.#isUp = true;
  }

  /** Whether the shop stops, as a balancer is told. */
  read(): boolean {
    this.#askedAt = this.#now();
    if (this.#isUp) this.#timesRead += 1;
    return this.#isUp;
  }

  /** Whether a balancer asks again and again. */
  get isWatched(): boolean {
    return this.#askedAt !== undefined && this.#now() - this.#askedAt < STILL_ASKING_MS;
  }

  get timesRead(): number {
    return this.#timesRead;
  }
}
