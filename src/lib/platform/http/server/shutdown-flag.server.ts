const STILL_ASKING_MS = 35_000;

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

  read(): boolean {
    this.#requestedAt = this.#now();
    if (this.#isUp) this.#timesRead += 1;
    return this.#isUp;
  }

  get isWatched(): boolean {
    return this.#requestedAt !== undefined && this.#now() - this.#requestedAt < STILL_ASKING_MS;
  }

  get timesRead(): number {
    return this.#timesRead;
  }
}
