/** Load balancers check more often than this. */
const WATCHED_FOR_MS = 35_000;

/** Whether the process is stopping, and how often load balancers have read that. */
export class ShutdownFlag {
  readonly #now: () => number;
  #isUp = false;
  #requestedAt: number | undefined;
  #timesRead = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  raise(): void {
    this.#isUp = true;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Call it only for a check by a load balancer. */
  read(): boolean {
    this.#requestedAt = this.#now();
    if (this.#isUp) this.#timesRead += 1;
    return this.#isUp;
  }

  get isWatched(): boolean {
    return this.#requestedAt !== undefined && this.#now() - this.#requestedAt < WATCHED_FOR_MS;
  }

  get timesRead(): number {
    return this.#timesRead;
  }
}
